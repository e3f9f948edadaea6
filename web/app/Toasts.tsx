import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
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
    />
  )
}
