import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { type Ref, useImperativeHandle, useState } from 'react'
import { copy } from '../kit/copy.ts'
import { useT } from '../kit/i18n.ts'
import classes from './admins.module.css'

/** Shows a colleague's one-time password. */
export interface OneTimePasswordHandle {
  readonly show: (name: string, password: string) => void
}

/** The server tells it once and keeps only its hash, so it stays until a button closes it: no Escape too many, no click beside it. */
export function OneTimePassword({ ref }: { ref: Ref<OneTimePasswordHandle> }) {
  const t = useT()
  const [shown, setShown] = useState<{ name: string; password: string } | null>(null)
  useImperativeHandle(ref, () => ({ show: (name, password) => setShown({ name, password }) }))
  const close = () => setShown(null)
  return (
    <Modal
      opened={shown !== null}
      onClose={close}
      closeOnEscape={false}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('Close') }}
      title={<b>{t('One-time password')}</b>}
    >
      {shown && (
        <Stack>
          <Text>{t('For {{name}}. It is shown only now, and must be changed at the next login.', { name: shown.name })}</Text>
          <code className={classes.password}>{shown.password}</code>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('Close')}
            </Button>
            <Button
              data-autofocus
              leftSection={<IconCopy size={18} aria-hidden />}
              onClick={() => void copy(shown.password, t('Copied the one-time password'))}
            >
              {t('Copy')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
