import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber } from '#contract/money.ts'
import type { ShiftSheet } from '#contract/shift.ts'
import links from '../lists/cells/links.module.css'
import { AdminStatementLink } from '../lists/cells/StatementLink.tsx'
import { type Column, column } from '../ui/table/columns.ts'

type Sheet = ShiftSheet & { id: number; name: string }

type Money = keyof ShiftSheet & string
type Show = (figure: string, sheet: Sheet) => ReactNode

/** Without the unit, which the page names once: the sums of a month are then whole on a laptop. */
const money = (id: Money, label: string, show: Show = (figure) => figure): Column<Sheet> =>
  column(id, label, { widthPx: 100, isNumber: true, show: (sheet) => show(formatNumber(Number(sheet[id])), sheet) })

const count = (id: keyof ShiftSheet & string, label: string, widthPx = 76): Column<Sheet> =>
  column(id, label, { widthPx, isNumber: true, show: (sheet) => formatNumber(Number(sheet[id])) })

interface Shown {
  readonly seesStatements: boolean
  readonly seesHandOvers: boolean
  /** Shows write-offs only if there are any. */
  readonly hasWriteOffs: boolean
  readonly hasCost: boolean
}

/** Orders lead nowhere: no list has them by who completed them, and finding those in a year's would read all of it. */
export const shiftColumns = ({ seesStatements, seesHandOvers, hasWriteOffs, hasCost }: Shown): Column<Sheet>[] => {
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
    money('collected', 'Collected', cash),
    count('wallet_adds', 'Wallet adds', 60),
    money('handed_over', 'Handed over', handOvers),
    ...(hasWriteOffs ? [money('written_off', 'Written off', handOvers)] : []),
    money('still_held', 'Still held', cash),
    money('in_transit', 'In transit', handOvers),
    count('orders_completed', 'Orders completed'),
    count('orders_cancelled', 'Orders cancelled'),
    money('amount', 'Sold'),
    ...(hasCost ? [money('cost', 'Cost'), money('profit', 'Profit')] : []),
  ]
}
