import type { z } from 'zod'
import { t, tMessage } from '../ui/text/i18n.ts'
import type { ApiError } from './api.ts'

const SOMETHING_WENT_WRONG = 'Something went wrong'
const OFFLINE = 'You are offline.'

const RESULT_UNKNOWN = 'No answer came. Check whether it went through.'
const FIRST_RESULT_UNKNOWN = 'The first try got no answer and may be done. Check before you try again.'

/** The idempotency key was already used with other input, by the attempt that got no reply. */
export const isIdempotencyConflict = ({ status, errors }: ApiError): boolean =>
  status === 409 && errors.some(({ param }) => param === 'Idempotency-Key')

/** Messages of a failed action (specification, 8): of each error, else the reply's, else the general one. */
export function actionErrorMessages(error: ApiError): string[] {
  if (isIdempotencyConflict(error)) return [t(FIRST_RESULT_UNKNOWN)]
  const messages = error.errors.map((one) => one.msg).filter(Boolean)
  if (messages.length > 0) return messages.map(tMessage)
  if (error.message) return [tMessage(error.message)]
  if (error.isResultUnknown) return [t(RESULT_UNKNOWN)]
  return [t(error.wasOffline ? OFFLINE : 'Something went wrong! Try again.')]
}

/** Message of a failed list or screen: the reply's, 'You are offline.' or 'Something went wrong'. */
export function loadErrorMessage(error: ApiError): string {
  if (error.status === 0) return t(error.wasOffline ? OFFLINE : SOMETHING_WENT_WRONG)
  return error.message ? tMessage(error.message) : t(SOMETHING_WENT_WRONG)
}

/** Message in place of a screen or texts that failed to load. */
export const failureMessage = (): string => t(navigator.onLine ? SOMETHING_WENT_WRONG : OFFLINE)

/** The server's messages by field. Those without a field are left to the toast. */
export const fieldErrors = (error: ApiError): Record<string, string> =>
  Object.fromEntries(error.errors.filter((one) => one.param).map((one) => [one.param, tMessage(one.msg)]))

/** The contract's messages by field, the first of each field. */
export const faultsOf = (error: z.ZodError | undefined): Record<string, string> =>
  Object.fromEntries(error?.issues.map(({ path, message }) => [String(path[0]), message]).reverse() ?? [])

/** The success message, translated: the call's text with figures of the reply, or the server's message. */
export function successMessageOf(done: string | undefined, message: string | undefined, reply: unknown): string {
  if (!done?.includes('{')) return t(message ?? done ?? 'Done')
  const figures = reply as Record<string, unknown>
  return t(done).replace(/\{(\w+)\}/g, (_, name: string) => String(figures[name]))
}
