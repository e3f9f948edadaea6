import { Notifications, notifications, useNotifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import { type FocusEvent, useEffect, useRef } from 'react'
import { TOAST_CLOSE_MS } from '#contract/limits.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { answerPending, usePendingQuestion } from '../ui/dialogs/confirm.ts'
import { focusFirst } from '../ui/focus/lost-focus.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

const ConfirmAgain = lazyComponent(
  () => import('./ConfirmAgain.tsx'),
  (module) => module.ConfirmAgain,
)

/** Where toasts and questions appear, also those from before it has loaded. */
export function Toasts() {
  const question = usePendingQuestion()
  return (
    <>
      <Notifications
        position="bottom-center"
        autoClose={TOAST_CLOSE_MS}
        pauseResetOnHover="notification"
        limit={4}
        // One line per sentence.
        style={{ whiteSpace: 'pre-line' }}
        {...useReadByKey()}
      />
      <ConfirmDialog />
      <ConfirmAgain opened={question !== null && !question.about} onClose={() => answerPending(false)} />
    </>
  )
}

interface Focused {
  readonly id: string | undefined
  readonly from: Element | null
  /** It would have closed automatically. */
  readonly isHeld: boolean
}

/** A focused toast stays until the focus leaves it or it is dismissed. Closing it returns the focus to where it came from. */
function useReadByKey() {
  const focused = useRef<Focused>(undefined)
  const shown = useNotifications().notifications
  useEffect(() => {
    if (!focused.current || shown.some(({ id }) => id === focused.current?.id)) return
    const { from } = focused.current
    focused.current = undefined
    focusFirst([from])
  }, [shown])
  const close = (id: string | undefined, autoClose: number | false) => {
    const toast = shown.find((one) => one.id === id)
    if (toast) notifications.update({ ...toast, autoClose })
  }
  return {
    onFocus: ({ target, currentTarget, relatedTarget }: FocusEvent) => {
      const id = target.closest('[role="alert"]')?.id
      // The browser window regained the focus.
      if (focused.current?.id === id) return
      // When moving between toasts, keep the place before the first.
      const from = currentTarget.contains(relatedTarget) ? (focused.current?.from ?? null) : relatedTarget
      const isHeld = shown.some((one) => one.id === id && one.autoClose !== false)
      focused.current = { id, from, isHeld }
      if (isHeld) close(id, false)
    },
    onBlur: ({ target, currentTarget, relatedTarget }: FocusEvent) => {
      // The window lost the focus, and the toast keeps it.
      if (!focused.current || document.activeElement === target) return
      const { id, isHeld } = focused.current
      if (isHeld) close(id, TOAST_CLOSE_MS)
      if (!currentTarget.contains(relatedTarget)) focused.current = undefined
    },
  }
}
