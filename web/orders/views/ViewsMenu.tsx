import { IconBookmark } from '@tabler/icons-react'
import type { ListSearch } from '../../lists/use-list.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
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
export const ViewsMenu = ({ screen, address }: ViewsMenuProps) => (
  <MenuButton name="Views" Icon={IconBookmark}>
    {(close) => <ViewsList screen={screen} address={address} onChosen={close} onClose={close} />}
  </MenuButton>
)
