import { Button, Group, Stack, Text } from '@mantine/core'
import type { ApiError } from './api.ts'
import { makeAlert } from './confirm.tsx'
import { Dialog } from './Dialog.tsx'
import { actionSentences } from './errors.ts'
import { useT } from './i18n.ts'

/** A failure that must not pass by as a toast: an alert dialog titled 'Error!' that stays until it is read. */
export function ErrorAlert({ error, onClose }: { error: ApiError | null; onClose: () => void }) {
  const t = useT()
  return (
    <Dialog opened={error !== null} onClose={onClose} returnFocus title={t('Error!')}>
      <Stack ref={(body) => makeAlert(body?.closest('[role="dialog"]'))}>
        {(error ? actionSentences(error) : []).map((sentence) => (
          <Text key={sentence}>{sentence}</Text>
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
