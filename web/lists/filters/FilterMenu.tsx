import { IconFilter } from '@tabler/icons-react'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import type { ListParts } from '../declare-list.ts'
import type { ListSearch } from '../use-list.ts'

const FilterFields = lazyComponent(
  () => import('./FilterFields.tsx'),
  (code) => code.FilterFields,
)
/** What a click on 'Filter' needs. */
export const fetchFilterFields = FilterFields.preload

/** The list's filters and days in a menu. */
export function FilterMenu(props: ListSearch & { readonly declared: ListParts }) {
  const { filters, days } = props.declared
  const isFilter = Object.values(filters).some(({ place }) => place === undefined)
  if (!isFilter && !days) return null
  return (
    <MenuButton name={isFilter ? 'Filter' : 'Date'} Icon={IconFilter}>
      {(close) => <FilterFields {...props} onClose={close} />}
    </MenuButton>
  )
}
