import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './campaigns.module.css'

const ChooseNumbers = lazyComponent(
  () => import('./ChooseNumbers.tsx'),
  (code) => code.ChooseNumbers,
)

/** Takes numbers from a file or a paste, with or without names beside them. */
export function ReadNumbers({ onAdd }: { onAdd: (numbers: readonly string[]) => void }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="default"
        className={classes.file}
        leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('From a file or list')}
      </Button>
      <Dialog opened={isOpen} onClose={close} size="lg" title={t('Numbers from a file or list')}>
        <ChooseNumbers
          onAdd={(numbers) => {
            onAdd(numbers)
            close()
          }}
        />
      </Dialog>
    </>
  )
}
