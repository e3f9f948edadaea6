import { Button, Popover } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useIsAsking } from '../../kit/confirm.tsx'
import { useT } from '../../kit/i18n.ts'
import type { ListSearch } from '../../kit/use-list.ts'
import type { OrderSearch } from '../search.ts'

const ViewsList = lazy(() => import('./ViewsList.tsx').then((part) => ({ default: part.ViewsList })))

interface ViewsMenuProps {
  readonly screen: string
  readonly address: ListSearch<OrderSearch>
}

/** Searches that somebody saved under a name, one's own and those of colleagues who share them. */
export function ViewsMenu({ screen, address }: ViewsMenuProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      // The question before a view is deleted lies over it, not beside it.
      closeOnClickOutside={!useIsAsking()}
      position="bottom-end"
      shadow="md"
      width={320}
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
        <Suspense>
          <ViewsList screen={screen} address={address} onChosen={() => setOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
