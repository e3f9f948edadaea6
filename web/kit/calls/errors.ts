import type { z } from 'zod'
import { t, tSaid } from '../text/i18n.ts'
import type { ApiError } from './api.ts'

const SOMETHING_WENT_WRONG = 'Something went wrong'
const OFFLINE = 'You are offline.'

const IN_DOUBT = 'No answer came. Check whether it went through.'
const DOUBTFUL = 'No answer came before: it may be done already. Look at it before you try again.'

/** The key came with something else before: with what was sent by the try that got no answer. */
export const isOfAnother = ({ status, errors }: ApiError): boolean =>
  status === 409 && errors.some(({ param }) => param === 'Idempotency-Key')

/** What a failed action says (specification, 8): each error's sentence, else the message, else the general one. */
export function actionSentences(error: ApiError): string[] {
  if (isOfAnother(error)) return [t(DOUBTFUL)]
  const said = error.errors.map((one) => one.msg).filter(Boolean)
  if (said.length > 0) return said.map(tSaid)
  if (error.message) return [tSaid(error.message)]
  if (error.isInDoubt) return [t(IN_DOUBT)]
  return [t(error.wasOffline ? OFFLINE : 'Something went wrong! Try again.')]
}

/** What a failed list or screen says: the message, 'You are offline.' or 'Something went wrong'. */
export function loadSentence(error: ApiError): string {
  if (error.status === 0) return t(error.wasOffline ? OFFLINE : SOMETHING_WENT_WRONG)
  return error.message ? tSaid(error.message) : t(SOMETHING_WENT_WRONG)
}

/** What stands where a screen or its texts did not come. */
export const brokenSentence = (): string => t(navigator.onLine ? SOMETHING_WENT_WRONG : OFFLINE)

/** The server's sentences by field, for a form; what names no field is left to the toast. */
export const fieldErrors = (error: ApiError): Record<string, string> =>
  Object.fromEntries(error.errors.filter((one) => one.param).map((one) => [one.param, tSaid(one.msg)]))

/** The contract's sentences by field; of several at one field the first, which is the one to mend first. */
export const faultsOf = (error: z.ZodError | undefined): Record<string, string> =>
  Object.fromEntries(error?.issues.map(({ path, message }) => [String(path[0]), message]).reverse() ?? [])

/** What a success says, in the language of the dashboard: the call's words with the reply's figures, or the server's own. */
export function doneSentence(done: string | undefined, message: string | undefined, reply: unknown): string {
  if (!done?.includes('{')) return t(message ?? done ?? 'Done')
  const figures = reply as Record<string, unknown>
  return t(done).replace(/\{(\w+)\}/g, (_, name: string) => String(figures[name]))
}
