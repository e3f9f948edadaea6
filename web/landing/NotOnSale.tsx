import type { Output } from '#contract/endpoint.ts'
import type { landing } from '#contract/landing.ts'
import { AvailabilityBadge } from '../lists/cells/FlagBadge.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './landing.module.css'

type Shown = Output<typeof landing.show>

const KINDS = { topup_product: 'Product', topup_package: 'Topup package', physical_product: 'Physical Product' } as const

/** Products that customers do not see, and why; visible to staff only. */
export function NotOnSale({ things }: { things: Shown['not_on_sale'] }) {
  const t = useT()
  if (things.length === 0) return null
  return (
    <details className={classes.hidden}>
      <summary>
        {t(things.length === 1 ? '{{count}} item is not on sale' : '{{count}} items are not on sale', { count: things.length })}
      </summary>
      <ul>
        {things.map(({ kind, id, name, availability }) => (
          <li key={`${kind}-${id}`}>
            <span>
              {name} <small>{t(KINDS[kind])}</small>
            </span>
            <AvailabilityBadge availability={availability} />
          </li>
        ))}
      </ul>
    </details>
  )
}
