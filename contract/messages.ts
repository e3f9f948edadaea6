import { FIELD_MESSAGES } from './messages/fields.ts'
import { REFUSALS } from './messages/refusals.ts'
import { fill, type Given, type Params, type Plain } from './messages/wording.ts'

/** Every error of the API: its code and the English sentence beside it. */
export const MESSAGES = { ...FIELD_MESSAGES, ...REFUSALS } as const

export type Code = keyof typeof MESSAGES
export type PlainCode = Plain<typeof MESSAGES>

export interface Message {
  readonly code: Code
  readonly params: Params
  readonly text: string
}

/** A code with the figures and names of its sentence; money as it is shown, with 'tk'. */
export const worded = <C extends Code>(code: C, ...[params]: Given<(typeof MESSAGES)[C]>): Message => ({
  code,
  params: params ?? {},
  text: fill(MESSAGES[code], params),
})
