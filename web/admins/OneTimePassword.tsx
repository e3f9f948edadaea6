import { Button, Loader, Modal, Stack, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { type Ref, useImperativeHandle, useState } from 'react'
import { Buttons } from '../ui/Buttons.tsx'
import { copy } from '../ui/copy.ts'
import { useBack } from '../ui/dialogs/use-back.ts'
import { useT } from '../ui/text/i18n.ts'
import classes from './admins.module.css'

export interface OneTimePasswordHandle {
  /** Keeps the password visible until it is dismissed, so that an admin who goes on working cannot miss it. */
  readonly wait: (name: string) => void
  readonly show: (name: string, password: string) => void
  readonly close: () => void
}

/** The server returns it once and keeps only its hash, so only a button closes this: not Escape, Back or a click outside. */
export function OneTimePassword({ ref }: { ref: Ref<OneTimePasswordHandle> }) {
  const t = useT()
  const [shown, setShown] = useState<{ name: string; password?: string } | null>(null)
  const close = () => setShown(null)
  useImperativeHandle(ref, () => ({
    wait: (name) => setShown({ name }),
    show: (name, password) => setShown({ name, password }),
    close,
  }))
  useBack(shown !== null, () => {})
  return (
    <Modal
      opened={shown !== null}
      onClose={close}
      returnFocus={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
      withCloseButton={shown?.password !== undefined}
      closeButtonProps={{ 'aria-label': t('Close') }}
      title={<b>{t('One-time password')}</b>}
    >
      {shown && shown.password === undefined && <Loader aria-label={t('Resetting password...')} />}
      {shown?.password !== undefined && (
        <Stack>
          <Text>{t('For {{name}}. It is shown only once and must be changed at the next login.', { name: shown.name })}</Text>
          <code className={classes.password}>{shown.password}</code>
          <Buttons>
            <Button variant="default" onClick={close}>
              {t('Close')}
            </Button>
            <Button
              autoFocus
              leftSection={<IconCopy size={18} aria-hidden />}
              onClick={() => void copy(shown.password ?? '', t('Copied the one-time password'))}
            >
              {t('Copy')}
            </Button>
          </Buttons>
        </Stack>
      )}
    </Modal>
  )
}
