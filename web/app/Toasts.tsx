import { Notifications, notifications, useNotifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import { type FocusEvent, useEffect, useRef } from 'react'
import { TOAST_CLOSE_MS } from '#contract/limits.ts'

/** Where toasts appear; those that were shown before it was there are in its store, and appear with it. */
export function Toasts() {
  return (
    <Notifications
      position="bottom-center"
      autoClose={TOAST_CLOSE_MS}
      pauseResetOnHover="notification"
      limit={4}
      // Each sentence of a message on its own line.
      style={{ whiteSpace: 'pre-line' }}
      {...useReadByKey()}
    />
  )
}

/** The toast that has the focus. */
interface Focused {
  readonly id: string | undefined
  /** What had the focus before the toasts; null where nothing had it. */
  readonly from: Element | null
  /** It would have closed by itself. */
  readonly isHeld: boolean
}

/** A toast that has the focus stays until it is left or dismissed; once it is gone, the focus is back where it came from. */
function useReadByKey() {
  const focused = useRef<Focused>(undefined)
  const shown = useNotifications().notifications
  useEffect(() => {
    if (!focused.current || shown.some(({ id }) => id === focused.current?.id)) return
    const { from } = focused.current
    focused.current = undefined
    goBack(from)
  }, [shown])
  const close = (id: string | undefined, autoClose: number | false) => {
    const toast = shown.find((one) => one.id === id)
    if (toast) notifications.update({ ...toast, autoClose })
  }
  return {
    onFocus: ({ target, currentTarget, relatedTarget }: FocusEvent) => {
      const id = target.closest('[role="alert"]')?.id
      // As one who comes back from another window.
      if (focused.current?.id === id) return
      // From one toast to the next it is still the place before them.
      const from = currentTarget.contains(relatedTarget) ? (focused.current?.from ?? null) : relatedTarget
      const isHeld = shown.some((one) => one.id === id && one.autoClose !== false)
      focused.current = { id, from, isHeld }
      if (isHeld) close(id, false)
    },
    onBlur: ({ target, currentTarget, relatedTarget }: FocusEvent) => {
      // In another window it is still this one's.
      if (!focused.current || document.activeElement === target) return
      const { id, isHeld } = focused.current
      if (isHeld) close(id, TOAST_CLOSE_MS)
      if (!currentTarget.contains(relatedTarget)) focused.current = undefined
    },
  }
}

function goBack(from: Element | null): void {
  if (from instanceof HTMLElement) from.focus()
  if (document.activeElement !== from) document.querySelector('h1')?.focus()
}
