import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useT } from '../text/i18n.ts'
import { answerPending, usePendingQuestion } from './confirm.ts'
import { useSecondClick } from './second-click.ts'

/** Renders the dialog of `confirm`; mounted once, beside the toasts. */
export function ConfirmDialog() {
  const t = useT()
  const pending = usePendingQuestion()
  const question = pending?.about ? pending : null
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
              <Button variant="default" data-autofocus={!question?.isProven || undefined} onClick={() => answerPending(false)}>
                {t('No, go back')}
              </Button>
              <Button data-autofocus {...(question?.isDestructive && { color: 'red.9' })} onClick={() => answerPending(true)}>
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
