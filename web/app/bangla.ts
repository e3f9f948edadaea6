import { FIELD_MESSAGES } from '#contract/messages/fields.ts'
import type { Texts, Translation } from '../ui/text/i18n.ts'
import { messages } from './bn-messages.ts'

/** Each feature has its own catalogue; they are bundled into one file, as every reader of one needs them all. */
const catalogues = Object.values(import.meta.glob<Texts>('../**/bn.ts', { eager: true, import: 'texts' }))

/** The browser's schemas hold sentences without their codes, so what they say of a field is found as any other text. */
const ofFields = Object.fromEntries(
  Object.entries(FIELD_MESSAGES).map(([code, english]) => [english, messages[code as keyof typeof FIELD_MESSAGES]]),
)

export const bangla: Translation = { texts: Object.assign(ofFields, ...catalogues), messages }
