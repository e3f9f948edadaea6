import { useSyncExternalStore } from 'react'
import { onSessionChange } from '../../calls/session-store.ts'
import { createSignal } from '../signal.ts'
import { t } from '../text/i18n.ts'

export interface Question {
  /** What will happen to what: 'Order 17 goes back to pending.' Already translated. Without it, `web/app/ConfirmAgain.tsx` asks who
   * the admin is. */
  readonly about?: string
  /** Label of the confirming button, already translated. */
  readonly yes?: string
  readonly isDestructive?: boolean
  /** What it asks has been proven on the screen: the focus begins on the confirming button. */
  readonly isProven?: boolean
}

interface PendingQuestion extends Question {
  readonly answer: (yes: boolean) => void
}

let pending: PendingQuestion | null = null
const { subscribe, notify } = createSignal()

function show(next: PendingQuestion | null): void {
  pending = next
  notify()
}

export function answerPending(yes: boolean): void {
  pending?.answer(yes)
  show(null)
}

// The next admin to sign in must not see the last one's confirmation.
onSessionChange(() => answerPending(false))

/** Asks 'Are you sure' in our own dialog; true only after a click on the confirming button. While one is open, another is
 * answered No: its button would appear under the pointer. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    if (pending) resolve(false)
    else show({ ...question, answer: resolve })
  })

/** Asks before unsaved input is lost, or a running save is left, which leaving does not stop. */
export const confirmLeaving = (isSaving = false): Promise<boolean> =>
  confirm({
    about: t(isSaving ? 'It is being saved. Leaving does not stop it.' : 'What you typed here is not saved.'),
    yes: t('Leave'),
    isDestructive: !isSaving,
  })

/** Without `about`, it asks who the admin is. */
export const usePendingQuestion = (): Question | null => useSyncExternalStore(subscribe, () => pending)

export const useIsConfirming = (): boolean => usePendingQuestion() !== null
