import { Button, Loader, Stack, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { Buttons } from '../ui/Buttons.tsx'
import { copy } from '../ui/copy.ts'
import { ShownOnce } from '../ui/dialogs/ShownOnce.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './admins.module.css'

export interface Shown {
  readonly name: string
  /** Until it arrives, the dialog waits for it, so that an admin who goes on working cannot miss it. */
  readonly password?: string
}

interface OneTimePasswordProps {
  readonly shown: Shown | undefined
  readonly onClose: () => void
}

export function OneTimePassword({ shown, onClose }: OneTimePasswordProps) {
  const t = useT()
  return (
    <ShownOnce
      opened={shown !== undefined}
      onClose={onClose}
      returnFocus={false}
      withCloseButton={shown?.password !== undefined}
      title={t('One-time password')}
    >
      {shown && shown.password === undefined && <Loader aria-label={t('Resetting password...')} />}
      {shown?.password !== undefined && (
        <Stack>
          <Text>{t('For {{name}}. It is shown only once and must be changed at the next login.', { name: shown.name })}</Text>
          <code className={classes.password}>{shown.password}</code>
          <Buttons>
            <Button variant="default" onClick={onClose}>
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
    </ShownOnce>
  )
}
