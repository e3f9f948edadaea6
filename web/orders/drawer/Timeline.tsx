import { Link } from '@tanstack/react-router'
import type { OrderDetails } from '#contract/desk.ts'
import type { OrderRow } from '#contract/orders.ts'
import { useCan } from '../../calls/session.ts'
import { Lines, NewestOnly } from '../../desk/timeline/Lines.tsx'
import { useT } from '../../ui/text/i18n.ts'
import { describeEntry } from './timeline.ts'

interface TimelineProps {
  readonly order: OrderRow
  readonly entries: OrderDetails['timeline']
  readonly isCut: boolean
}

export function Timeline({ order, entries, isCut }: TimelineProps) {
  const t = useT()
  const seesVouchers = useCan()('vouchers_view')
  const ordered = { key: 'ordered', at: order.created_at, text: t('{{name}} ordered it', { name: order.User.username }) }
  const deeds = entries
    .filter(({ action }) => action !== 'store.placeOrder')
    .map((entry) => ({
      key: entry.id,
      at: entry.at,
      text: (
        <>
          {describeEntry(entry, t)}
          {seesVouchers && typeof entry.facts.voucher_id === 'number' && (
            <>
              {' '}
              <Link to="/upins" search={{ upin: String(entry.facts.voucher_id) }}>
                {t('Voucher {{id}}', { id: entry.facts.voucher_id })}
              </Link>
            </>
          )}
        </>
      ),
    }))
  return (
    <>
      {isCut && <NewestOnly count={entries.length} />}
      <Lines lines={[ordered, ...deeds]} />
    </>
  )
}
