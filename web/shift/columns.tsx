import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber } from '#contract/money.ts'
import type { OrderStatus } from '#contract/orders.ts'
import type { ShiftSheet } from '#contract/shift.ts'
import links from '../lists/cells/links.module.css'
import { AdminStatementLink } from '../lists/cells/StatementLink.tsx'
import { type Column, column } from '../ui/table/columns.ts'

type Sheet = ShiftSheet & { id: number; name: string }

type Figure = keyof ShiftSheet & string
type Show = (figure: string, sheet: Sheet) => ReactNode

/** Without the unit, which the page names once: the sums of a month are then whole on a laptop. */
const sum = (id: Figure, label: string, show: Show = (figure) => figure, widthPx = 100): Column<Sheet> =>
  column(id, label, { widthPx, isNumber: true, show: (sheet) => show(formatNumber(Number(sheet[id])), sheet) })

interface Shown {
  readonly days: { readonly from: string; readonly to: string }
  readonly seesOrders: boolean
  readonly seesStatements: boolean
  readonly seesHandOvers: boolean
  /** Shows write-offs only if there are any. */
  readonly hasWriteOffs: boolean
  readonly hasCost: boolean
}

/** Each figure leads to its rows. */
export const shiftColumns = ({
  days,
  seesOrders,
  seesStatements,
  seesHandOvers,
  hasWriteOffs,
  hasCost,
}: Shown): Column<Sheet>[] => {
  const orders =
    (status: OrderStatus): Show =>
    (figure, { admin_id }) =>
      seesOrders ? (
        <Link
          to="/order"
          search={{ status, completed_by: String(admin_id), ...days, day_of: 'closed_at' }}
          className={links.record}
        >
          {figure}
        </Link>
      ) : (
        figure
      )
  const completed = orders('completed')
  const cash: Show = (figure, { admin_id, is_deleted }) => (
    <AdminStatementLink id={admin_id} name={figure} opens={seesStatements} isDeleted={is_deleted} />
  )
  const handOvers: Show = (figure, { admin_id }) =>
    seesHandOvers ? (
      <Link to="/admin-wallet" search={{ owner_id: String(admin_id) }} className={links.record}>
        {figure}
      </Link>
    ) : (
      figure
    )
  return [
    column('admin', 'Admin', {
      widthPx: 112,
      show: (sheet) => (
        <AdminStatementLink id={sheet.admin_id} name={sheet.name} opens={seesStatements} isDeleted={sheet.is_deleted} />
      ),
    }),
    sum('collected', 'Collected', cash),
    sum('wallet_adds', 'Wallet adds', cash, 60),
    sum('handed_over', 'Handed over', handOvers),
    ...(hasWriteOffs ? [sum('written_off', 'Written off', handOvers)] : []),
    sum('still_held', 'Still held', cash),
    sum('in_transit', 'In transit', handOvers),
    sum('orders_completed', 'Orders completed', completed, 76),
    sum('orders_cancelled', 'Orders cancelled', orders('cancel'), 76),
    sum('amount', 'Sold', completed),
    ...(hasCost ? [sum('cost', 'Cost', completed), sum('profit', 'Profit', completed)] : []),
  ]
}
