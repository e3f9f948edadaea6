import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { OrderDetails } from '#contract/desk.ts'
import type { OrderRow } from '#contract/orders.ts'
import { useCan } from '../../calls/session.ts'
import { Lines, NewestOnly } from '../../desk/timeline/Lines.tsx'
import { useT } from '../../ui/text/i18n.ts'
import { describeEntry, voucherIdsOf } from './timeline.ts'

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
    .filter(({ action, facts }) => action !== 'store.placeOrder' || facts.automatic === 1)
    .map((entry) => ({
      key: entry.id,
      at: entry.at,
      text: (
        <>
          {describeEntry(entry, t)}
          {seesVouchers &&
            voucherIdsOf(entry).map((id) => (
              <Fragment key={id}>
                {' '}
                <Link to="/upins" search={{ upin: String(id) }}>
                  {t('Voucher {{id}}', { id })}
                </Link>
              </Fragment>
            ))}
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
