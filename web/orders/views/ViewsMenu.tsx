import { Button, Popover } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListSearch } from '../../lists/use-list.ts'
import { useIsConfirming } from '../../ui/dialogs/confirm.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useT } from '../../ui/text/i18n.ts'
import type { OrderSearch } from '../search.ts'

const ViewsList = lazyComponent(
  () => import('./ViewsList.tsx'),
  (code) => code.ViewsList,
)
export const fetchViews = ViewsList.preload

interface ViewsMenuProps {
  readonly screen: string
  readonly address: ListSearch<OrderSearch>
}

/** Saved searches: the admin's own, and those that others share. */
export function ViewsMenu({ screen, address }: ViewsMenuProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      // The confirmation of a deletion lies above the menu, not outside it.
      closeOnClickOutside={!useIsConfirming()}
      position="bottom-end"
      shadow="md"
      // Fits a window of 320 px with its margins.
      width={300}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />} onClick={() => setOpen(!isOpen)}>
          {t('Views')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Views')}>
        <ViewsList screen={screen} address={address} onChosen={() => setOpen(false)} onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
