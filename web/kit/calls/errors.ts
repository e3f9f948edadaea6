import type { z } from 'zod'
import { t, tSaid } from '../text/i18n.ts'
import type { ApiError } from './api.ts'

const SOMETHING_WENT_WRONG = 'Something went wrong'
const OFFLINE = 'You are offline.'

const IN_DOUBT = 'No answer came. Check whether it went through.'
const DOUBTFUL = 'The first try got no answer and may be done. Check before you try again.'

/** The idempotency key was already used with other input, by the attempt that got no reply. */
export const isOfAnother = ({ status, errors }: ApiError): boolean =>
  status === 409 && errors.some(({ param }) => param === 'Idempotency-Key')

/** Messages of a failed action (specification, 8): of each error, else the reply's, else the general one. */
export function actionSentences(error: ApiError): string[] {
  if (isOfAnother(error)) return [t(DOUBTFUL)]
  const said = error.errors.map((one) => one.msg).filter(Boolean)
  if (said.length > 0) return said.map(tSaid)
  if (error.message) return [tSaid(error.message)]
  if (error.isInDoubt) return [t(IN_DOUBT)]
  return [t(error.wasOffline ? OFFLINE : 'Something went wrong! Try again.')]
}

/** Message of a failed list or screen: the reply's, 'You are offline.' or 'Something went wrong'. */
export function loadSentence(error: ApiError): string {
  if (error.status === 0) return t(error.wasOffline ? OFFLINE : SOMETHING_WENT_WRONG)
  return error.message ? tSaid(error.message) : t(SOMETHING_WENT_WRONG)
}

/** Message in place of a screen or texts that failed to load. */
export const brokenSentence = (): string => t(navigator.onLine ? SOMETHING_WENT_WRONG : OFFLINE)

/** The server's messages by field. Those without a field are left to the toast. */
export const fieldErrors = (error: ApiError): Record<string, string> =>
  Object.fromEntries(error.errors.filter((one) => one.param).map((one) => [one.param, tSaid(one.msg)]))

/** The contract's messages by field, the first of each field. */
export const faultsOf = (error: z.ZodError | undefined): Record<string, string> =>
  Object.fromEntries(error?.issues.map(({ path, message }) => [String(path[0]), message]).reverse() ?? [])

/** The success message, translated: the call's text with figures of the reply, or the server's message. */
export function doneSentence(done: string | undefined, message: string | undefined, reply: unknown): string {
  if (!done?.includes('{')) return t(message ?? done ?? 'Done')
  const figures = reply as Record<string, unknown>
  return t(done).replace(/\{(\w+)\}/g, (_, name: string) => String(figures[name]))
}
