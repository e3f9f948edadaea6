import { Button, Group, Stack, Text } from '@mantine/core'
import type { ApiError } from '../calls/api.ts'
import { actionErrorMessages } from '../calls/errors.ts'
import { makeAlert } from '../ui/dialogs/ConfirmDialog.tsx'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { useT } from '../ui/text/i18n.ts'

/** A failure too important for a toast: an alert dialog titled 'Error!'. */
export function ErrorAlert({ error, onClose }: { error: ApiError | null; onClose: () => void }) {
  const t = useT()
  return (
    <Dialog opened={error !== null} onClose={onClose} title={t('Error!')}>
      <Stack ref={(body) => makeAlert(body?.closest('[role="dialog"]'))}>
        {(error ? actionErrorMessages(error) : []).map((message) => (
          <Text key={message}>{message}</Text>
        ))}
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {t('Close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
