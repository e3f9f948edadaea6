import { type ApiError, asApiError } from './api.ts'
import { isIdempotencyConflict } from './errors.ts'
import type { pendingKeys } from './pending-keys.ts'

export type SentKey = ReturnType<ReturnType<typeof pendingKeys>['keyFor']>

/** Sends a call under its pending key, and forgets the key when the result is known. If that key belongs to another form that was
 * refused, nothing came of it: the present form is sent with a new key. */
export const sendKeyed = async <R>(keyFor: () => SentKey, send: (key: SentKey) => Promise<R>): Promise<R> => {
  const key = keyFor()
  try {
    const reply = await send(key)
    key.forget()
    return reply
  } catch (error) {
    const failure = asApiError(error)
    if (isAnswered(failure)) key.forget()
    if (isIdempotencyConflict(failure) && (failure.data as { is_refused?: boolean } | undefined)?.is_refused) {
      return sendKeyed(keyFor, send)
    }
    throw failure
  }
}

/** Without a reply of the server the change may have happened: another click must send the same key. */
export const isAnswered = (error: ApiError) => error.isOurs && error.status >= 400 && error.status < 500
