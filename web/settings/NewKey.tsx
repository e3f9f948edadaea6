import { Button, Stack, Text } from '@mantine/core'
import { IconCopy, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Buttons } from '../ui/Buttons.tsx'
import { copy } from '../ui/copy.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { ShownOnce } from '../ui/dialogs/ShownOnce.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './settings.module.css'

/** A form that makes a key. */
export interface KeyFormProps {
  readonly onClose: () => void
  readonly onAdded: (key: string) => void
}

interface NewKeyProps {
  /** English texts. */
  readonly label: string
  readonly title: string
  readonly about: string
  /** How a program sends it. */
  readonly usage: (key: string) => string
  readonly form: (props: KeyFormProps) => ReactNode
}

/** Makes a key, then shows it: once, as the server keeps only its hash. */
export function NewKey({ label, title, about, usage, form }: NewKeyProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [key, setKey] = useState<string>()
  const close = () => setOpen(false)
  const onAdded = (added: string) => {
    close()
    setKey(added)
  }
  const forget = () => setKey(undefined)
  return (
    <>
      <Button variant="default" w="fit-content" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t(label)}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t(label)}>
        {form({ onClose: close, onAdded })}
      </Dialog>
      <ShownOnce opened={key !== undefined} onClose={forget} returnFocus={false} title={t(title)}>
        <Stack>
          <Text>{t(about)}</Text>
          <pre className={classes.key}>{usage(key ?? '')}</pre>
          <Buttons>
            <Button variant="default" onClick={forget}>
              {t('Close')}
            </Button>
            <Button
              data-autofocus
              leftSection={<IconCopy size={18} aria-hidden />}
              onClick={() => void copy(key ?? '', t('Copied the key'))}
            >
              {t('Copy the key')}
            </Button>
          </Buttons>
        </Stack>
      </ShownOnce>
    </>
  )
}
