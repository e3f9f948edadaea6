import type { Texts } from '../ui/text/i18n.ts'

/** Each feature has its own catalogue; they are bundled into one file, as every reader of one needs them all. */
export const catalogues = Object.values(import.meta.glob<Texts>('../**/bn.ts', { eager: true, import: 'texts' }))
