import { IconCalendar } from '@tabler/icons-react'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import type { DaysFieldsProps } from './DaysFields.tsx'

const DaysFields = lazyComponent(
  () => import('./DaysFields.tsx'),
  (code) => code.DaysFields,
)

/** Filters a list by a date range. */
export const DaysFilter = (days: DaysFieldsProps) => (
  <MenuButton name="Date" Icon={IconCalendar}>
    {(close) => <DaysFields {...days} onClose={close} />}
  </MenuButton>
)
