import { Button, Stack, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { Buttons } from '../ui/Buttons.tsx'
import { copy } from '../ui/copy.ts'
import { ShownOnce } from '../ui/dialogs/ShownOnce.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './settings.module.css'

interface KeyShownProps {
  /** Absent: closed. */
  readonly value: string | undefined
  /** English texts. */
  readonly title: string
  readonly about: string
  /** How a program sends it. */
  readonly usage: (key: string) => string
  readonly onClose: () => void
}

/** A new key, once, as the server keeps only its hash. */
export function KeyShown({ value, title, about, usage, onClose }: KeyShownProps) {
  const t = useT()
  return (
    <ShownOnce opened={value !== undefined} onClose={onClose} returnFocus={false} title={t(title)}>
      <Stack>
        <Text>{t(about)}</Text>
        <pre className={classes.key}>{usage(value ?? '')}</pre>
        <Buttons>
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button
            data-autofocus
            leftSection={<IconCopy size={18} aria-hidden />}
            onClick={() => void copy(value ?? '', t('Copied the key'))}
          >
            {t('Copy the key')}
          </Button>
        </Buttons>
      </Stack>
    </ShownOnce>
  )
}
