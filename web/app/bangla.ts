import type { Bangla, Texts } from '../ui/text/i18n.ts'
import { messages } from './bn-messages.ts'

/** Each feature has its own catalogue; they are bundled into one file, as every reader of one needs them all. */
const catalogues = Object.values(import.meta.glob<Texts>('../**/bn.ts', { eager: true, import: 'texts' }))

export const bangla: Bangla = { texts: Object.assign({}, ...catalogues), messages }
