import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { onSessionChange } from '../../calls/session-store.ts'
import { createSignal } from '../signal.ts'
import { t, useT } from '../text/i18n.ts'
import { useSecondClick } from './second-click.ts'

export interface Question {
  /** What will happen to what: 'Order 17 goes back to pending.' Already translated. Without it, `web/app/ConfirmAgain.tsx` asks who
   * the admin is. */
  readonly about?: string
  /** Label of the confirming button, already translated. */
  readonly yes?: string
  readonly isDestructive?: boolean
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

export const useIsConfirming = (): boolean => useSyncExternalStore(subscribe, () => pending !== null)

export const useIsIdentityAsked = (): boolean => useSyncExternalStore(subscribe, () => pending !== null && !pending.about)

/** Renders the dialog of `confirm`; mounted once in the signed-in frame. */
export function ConfirmDialog() {
  const t = useT()
  const question = useSyncExternalStore(subscribe, () => (pending?.about ? pending : null))
  const { overlayProps, isIntended } = useSecondClick(question !== null)
  return (
    <Modal.Root
      opened={question !== null}
      onClose={() => isIntended() && answerPending(false)}
      centered
      size="sm"
      zIndex={400}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay {...overlayProps} />
      <Modal.Content ref={makeAlert}>
        <Modal.Header>
          <Modal.Title fw={600}>{t('Are you sure')}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} />
        </Modal.Header>
        <Modal.Body>
          <Stack>
            <Text>{question?.about}</Text>
            <Group justify="flex-end">
              <Button variant="default" data-autofocus onClick={() => answerPending(false)}>
                {t('No, go back')}
              </Button>
              <Button {...(question?.isDestructive && { color: 'red.9' })} onClick={() => answerPending(true)}>
                {question?.yes}
              </Button>
            </Group>
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Makes a dialog an alertdialog, since the library only offers 'dialog'. Its body becomes the description. */
export function makeAlert(dialog: Element | null | undefined): void {
  dialog?.setAttribute('role', 'alertdialog')
}
