import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { onSessionChange } from '../calls/session-store.ts'
import { createSignal } from '../signal.ts'
import { t, useT } from '../text/i18n.ts'
import { useSecondClick } from './second-click.ts'

interface Question {
  /** What would happen to which thing: 'Order 17 goes back to pending.' Already translated. */
  readonly about: string
  /** The label of the button that does it, already translated. */
  readonly yes: string
  /** Destroys something: the button is red. */
  readonly destroys?: boolean
}

interface Asked extends Question {
  readonly answer: (yes: boolean) => void
}

let asked: Asked | null = null
const { subscribe, tell } = createSignal()

function show(next: Asked | null): void {
  asked = next
  tell()
}

/** Answers the question on screen, if there is one. */
function settle(yes: boolean): void {
  asked?.answer(yes)
  show(null)
}

// Whoever signs in next is not asked what the one before him was about to do.
onSessionChange(() => settle(false))

/**
 * Asks 'Are you sure' in our own dialog; true only after a click on the button that does it. A question that comes while another one is
 * being read is answered no: its button would take the other's place under the pointer.
 */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    if (asked) resolve(false)
    else show({ ...question, answer: resolve })
  })

/** Asks before something that was typed is lost, or is left while it is being saved, which leaving does not stop. */
export const confirmLeaving = (isSaving = false): Promise<boolean> =>
  confirm({
    about: t(isSaving ? 'It is being saved, and leaving does not stop that.' : 'What you have typed here is not saved.'),
    yes: t('Leave'),
    destroys: !isSaving,
  })

/** Whether a question is on screen. */
export const useIsAsking = (): boolean => useSyncExternalStore(subscribe, () => asked !== null)

/** Where `confirm` shows its dialog; the signed-in frame holds one. */
export function ConfirmDialog() {
  const t = useT()
  const question = useSyncExternalStore(subscribe, () => asked)
  const { overlayProps, wasMeant } = useSecondClick(question !== null)
  return (
    <Modal.Root
      opened={question !== null}
      onClose={() => wasMeant() && settle(false)}
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
              <Button variant="default" data-autofocus onClick={() => settle(false)}>
                {t('No, go back')}
              </Button>
              <Button {...(question?.destroys && { color: 'red.9' })} onClick={() => settle(true)}>
                {question?.yes}
              </Button>
            </Group>
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Makes an alert of a dialog: the library insists on 'dialog'. Its description is the dialog's body, with what is asked or said. */
export function makeAlert(dialog: Element | null | undefined): void {
  dialog?.setAttribute('role', 'alertdialog')
}
