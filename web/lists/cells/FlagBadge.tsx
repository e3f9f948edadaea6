import { AVAILABILITY_LABELS, type Availability } from '#contract/crud.ts'
import { useT } from '../../ui/text/i18n.ts'
import classes from './cells.module.css'

export function FlagBadge({ flag }: { flag: number }) {
  const t = useT()
  return (
    <span className={classes.badge} data-colour={flag === 1 ? 'green' : 'gray'}>
      {t(flagLabel(flag))}
    </span>
  )
}

export const flagLabel = (flag: number): string => (flag === 1 ? 'Active' : 'Inactive')

const COLOURS: Readonly<Record<Availability, string>> = {
  on_sale: 'green',
  inactive: 'gray',
  stock_out: 'red',
  no_codes: 'red',
  no_packages: 'yellow',
}

/** Whether customers can buy it now, and if not, why. */
export function AvailabilityBadge({ availability }: { availability: Availability }) {
  const t = useT()
  return (
    <span className={classes.badge} data-colour={COLOURS[availability]}>
      {t(AVAILABILITY_LABELS[availability])}
    </span>
  )
}
