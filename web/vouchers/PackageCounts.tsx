import { Button } from '@mantine/core'
import { useState } from 'react'
import { type PackageCodes, vouchers } from '#contract/vouchers.ts'
import { serverNow } from '../calls/clock.ts'
import { useLivePoll, useLiveRefetch } from '../calls/live/live.ts'
import { useData } from '../calls/use-data.ts'
import { timeOfDay } from '../lists/cells/When.tsx'
import { ReadError } from '../ui/states.tsx'
import { type T, useT } from '../ui/text/i18n.ts'
import classes from './vouchers.module.css'

const SHOWN = 6
/** Longer forecasts are useless. */
const LONG_DAYS = 365

interface PackageCountsProps {
  readonly chosen: number | undefined
  readonly onChoose: (packageId: number | undefined) => void
}

/** Codes left per package and how long they will last; a click filters by the package. */
export function PackageCounts({ chosen, onChoose }: PackageCountsProps) {
  const t = useT()
  const [isAll, setAll] = useState(false)
  const { data, error, refetch } = useData(vouchers.counts, {}, { refetchInterval: useLivePoll() })
  useLiveRefetch('vouchers', [vouchers.counts.path])
  if (error && !data) return <ReadError query={{ error, refetch }} />
  const packages = data?.packages ?? []
  if (packages.length === 0) return null
  const shown = isAll ? packages : packages.slice(0, SHOWN)
  return (
    <section aria-label={t('Codes left')} className={classes.packages}>
      <ul data-all={isAll || undefined}>
        {shown.map((item) => (
          <li key={item.package_id}>
            <button
              type="button"
              className={classes.package}
              data-low={item.is_low || undefined}
              aria-pressed={chosen === item.package_id}
              onClick={() => onChoose(chosen === item.package_id ? undefined : item.package_id)}
            >
              <span className={classes.name}>{item.name}</span>
              <b>{t('{{count}} left', { count: item.codes_left })}</b>
              {item.is_low && <em>{describeLowStock(item, t)}</em>}
              <small title={item.product_name}>
                {item.product_name} · {describeDaysLeft(item, t)}
                {item.expired > 0 && ` · ${t('{{count}} expired', { count: item.expired })}`}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {packages.length > SHOWN && (
        <Button variant="subtle" size="compact-sm" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? t('Show fewer') : t('Show all {{count}} packages', { count: packages.length })}
        </Button>
      )}
    </section>
  )
}

function describeDaysLeft({ days_left, used_lately }: PackageCodes, t: T): string {
  if (days_left === null) return t('None used in 14 days')
  return t('Lasts {{time}} ({{count}} used in 14 days)', { time: daysWords(days_left, t), count: used_lately })
}

function daysWords(days: number, t: T): string {
  if (days === 0) return t('less than a day')
  if (days > LONG_DAYS) return t('more than a year')
  return t(days === 1 ? '{{count}} day' : '{{count}} days', { count: days })
}

function describeLowStock({ codes_left, low_since }: PackageCodes, t: T): string {
  if (codes_left === 0) return t('No code left')
  return low_since && isRecent(low_since) ? t('Low since {{time}}', { time: timeOfDay(low_since) }) : t('Low')
}

// Within half a day the time of day is useful.
const isRecent = (instant: string) => serverNow() - Date.parse(instant) < 12 * 3_600_000
