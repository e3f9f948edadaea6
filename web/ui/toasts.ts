import { notifications } from '@mantine/notifications'
import type { MouseEvent } from 'react'
import { TOAST_CLOSE_MS } from '#contract/limits.ts'
import type { ApiError } from '../calls/api.ts'
import { actionErrorMessages } from '../calls/errors.ts'
import { onSessionChange, readSession } from '../calls/session-store.ts'
import { t } from './text/i18n.ts'

// The next admin to sign in must not see the last one's toasts.
onSessionChange(() => notifications.clean())

/** Successes still on screen, oldest first. */
const successes: string[] = []

/** Keeps only the last success: an admin who works fast must not read what they did ten orders ago. */
function hideOlderSuccesses(): void {
  for (const id of successes.splice(0, successes.length - 1)) notifications.hide(id)
}

/** Shows that work has begun. `toastDone` and `toastFailed` turn the toast with this id into its result. */
export const toastPending = (message: string): string => {
  hideOlderSuccesses()
  return notifications.show({ message: t(message), loading: true, autoClose: false, withCloseButton: false })
}

/** Shows a success, in place of the pending toast if its id is given. */
export const toastDone = (message: string, id?: string): void => place({ message, color: 'green' }, id)

/** Shows a failure: an error's messages or a text of our own. If it ended the session, nothing is shown. */
export const toastFailed = (error: ApiError | string, id?: string): void => {
  if (typeof error !== 'string' && error.status === 401 && !readSession()) return
  place({ message: typeof error === 'string' ? t(error) : actionErrorMessages(error).join('\n'), color: 'red' }, id)
}

export const hideToast = (id: string): void => {
  notifications.hide(id)
}

/** A toast that stays until dismissed, with one line each: separate toasts could hide one another. */
export function toastPersistent(id: string, lines: readonly string[], onClose: () => void): void {
  if (lines.length === 0) {
    hideToast(id)
    return
  }
  const look = { color: 'red', autoClose: false, priority: 1, 'data-standing': true, ...close() } as const
  const toast = { id, message: lines.join('\n'), onClose, ...look }
  // `show` ignores a toast that is shown already, so it is updated too.
  notifications.show(toast)
  notifications.update(toast)
}

/** A click dismisses the toast without taking the focus. */
const close = () => ({
  closeButtonProps: { 'aria-label': t('Dismiss'), onMouseDown: (event: MouseEvent) => event.preventDefault() },
})

function place(look: { message: string; color: string }, id: string | undefined): void {
  const toast = { ...look, loading: false, withCloseButton: true, autoClose: TOAST_CLOSE_MS, ...close() }
  if (id) notifications.update({ id, ...toast })
  const shown = id ?? notifications.show(toast)
  if (look.color === 'green') successes.push(shown)
  hideOlderSuccesses()
}
