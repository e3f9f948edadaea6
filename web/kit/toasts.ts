import { notifications } from '@mantine/notifications'
import type { MouseEvent } from 'react'
import { TOAST_CLOSE_MS } from '#contract/limits.ts'
import type { ApiError } from './calls/api.ts'
import { actionSentences } from './calls/errors.ts'
import { onSessionChange, readSession } from './calls/session-store.ts'
import { t } from './text/i18n.ts'

// Whoever signs in next does not read what the one before him did.
onSessionChange(() => notifications.clean())

/** Successes that are still on screen, the oldest first. */
const successes: string[] = []

/** Only the last success stays beside what is new: somebody who works fast must not read what he did ten orders ago. */
function makeRoom(): void {
  for (const id of successes.splice(0, successes.length - 1)) notifications.hide(id)
}

/** Shows that work has begun; the id is what `toastDone` and `toastFailed` turn into its outcome, in place. */
export const toastPending = (message: string): string => {
  makeRoom()
  return notifications.show({ message: t(message), loading: true, autoClose: false, withCloseButton: false })
}

/** Says that something succeeded, in the place of the pending toast when its id is given. */
export const toastDone = (message: string, id?: string): void => place({ message, color: 'green' }, id)

/** Says why something failed: an error's sentences or a text of our own. Where that ended the session, there is nobody to tell. */
export const toastFailed = (error: ApiError | string, id?: string): void => {
  if (typeof error !== 'string' && error.status === 401 && !readSession()) return
  place({ message: typeof error === 'string' ? t(error) : actionSentences(error).join('\n'), color: 'red' }, id)
}

/** Takes a toast away. */
export const toastGone = (id: string): void => {
  notifications.hide(id)
}

/** What has to be dismissed by whoever reads it, each on its own line of one toast: as many toasts could hide one another. */
export function toastStanding(id: string, lines: readonly string[], onClose: () => void): void {
  if (lines.length === 0) {
    toastGone(id)
    return
  }
  const look = { color: 'red', autoClose: false, priority: 1, 'data-standing': true, ...close() } as const
  const toast = { id, message: lines.join('\n'), onClose, ...look }
  // Shown where it is not yet, and brought up to date where it is.
  notifications.show(toast)
  notifications.update(toast)
}

/** A click takes the toast away, not the focus from where somebody works. */
const close = () => ({
  closeButtonProps: { 'aria-label': t('Dismiss'), onMouseDown: (event: MouseEvent) => event.preventDefault() },
})

function place(look: { message: string; color: string }, id: string | undefined): void {
  const toast = { ...look, loading: false, withCloseButton: true, autoClose: TOAST_CLOSE_MS, ...close() }
  if (id) notifications.update({ id, ...toast })
  const shown = id ?? notifications.show(toast)
  if (look.color === 'green') successes.push(shown)
  makeRoom()
}
