import type { z } from 'zod'
import { t, tCode } from '../ui/text/i18n.ts'
import type { ApiError } from './api.ts'

const SOMETHING_WENT_WRONG = 'Something went wrong'
const OFFLINE = 'You are offline.'

const RESULT_UNKNOWN = 'No answer came. Check whether it went through.'
const CHECK_RESULT = 'Check whether it went through.'
const FIRST_RESULT_UNKNOWN = 'The first try got no answer and may be done. Check before you try again.'

/** The idempotency key was already used with other input, by the attempt that got no reply. */
export const isIdempotencyConflict = ({ code }: ApiError): boolean => code === 'idempotency_key_reused'

/** Messages of a failed action (specification, 8): of each error, else the reply's, else the general one. */
export function actionErrorMessages(error: ApiError): string[] {
  if (isIdempotencyConflict(error)) return [t(FIRST_RESULT_UNKNOWN)]
  const errors = error.errors.filter(({ msg }) => msg)
  if (errors.length > 0) return errors.map(({ code, params, msg }) => tCode(code, params, msg))
  if (error.message) return [tCode(error.code, error.params, error.message)]
  if (error.isResultUnknown && error.status === 0) return [t(RESULT_UNKNOWN)]
  const general = t(error.wasOffline ? OFFLINE : 'Something went wrong! Try again.')
  return error.isResultUnknown ? [general, t(CHECK_RESULT)] : [general]
}

/** Message of a failed list or screen: the reply's, 'You are offline.' or 'Something went wrong'. */
export function loadErrorMessage(error: ApiError): string {
  if (error.status === 0) return t(error.wasOffline ? OFFLINE : SOMETHING_WENT_WRONG)
  return error.message ? tCode(error.code, error.params, error.message) : t(SOMETHING_WENT_WRONG)
}

/** Message in place of a screen or texts that failed to load. */
export const failureMessage = (): string => t(navigator.onLine ? SOMETHING_WENT_WRONG : OFFLINE)

/** The server's messages by field. Those without a field are left to the toast. */
export const fieldErrors = (error: ApiError): Record<string, string> =>
  Object.fromEntries(
    error.errors.filter(({ param }) => param).map(({ param, code, params, msg }) => [param, tCode(code, params, msg)]),
  )

/** The contract's messages by field, the first of each field. */
export const faultsOf = (error: z.ZodError | undefined): Record<string, string> =>
  Object.fromEntries(error?.issues.map(({ path, message }) => [String(path[0]), message]).reverse() ?? [])

/** The call's success message, translated, with the figures of its reply. */
export const successMessageOf = (done = 'Done', reply: unknown): string =>
  t(done).replace(/\{(\w+)\}/g, (_, name: string) => String((reply as Record<string, unknown>)[name]))
