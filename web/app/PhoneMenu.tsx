import { Drawer } from '@mantine/core'
import { useBack } from '../ui/dialogs/use-back.ts'
import { useT } from '../ui/text/i18n.ts'
import { Sidebar } from './Sidebar.tsx'

interface PhoneMenuProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** The sidebar of a phone. */
export function PhoneMenu({ opened, onClose }: PhoneMenuProps) {
  const t = useT()
  useBack(opened, onClose)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="17rem"
      title="Topdeck"
      closeButtonProps={{ 'aria-label': t('Close') }}
      returnFocus={false}
    >
      <Sidebar onChosen={onClose} />
    </Drawer>
  )
}
