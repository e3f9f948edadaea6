import { formatNumber } from '#contract/money.ts'
import type { ShiftSheet } from '#contract/shift.ts'
import { AdminStatementLink } from '../lists/cells/StatementLink.tsx'
import { type Column, column } from '../ui/table/columns.ts'

type Sheet = ShiftSheet & { id: number; name: string }

/** Without the unit, which the page names once: the sums of a month are then whole on a laptop. */
const money = (id: keyof ShiftSheet & string, label: string): Column<Sheet> =>
  column(id, label, { widthPx: 100, isNumber: true, show: (sheet) => formatNumber(Number(sheet[id])) })

const count = (id: keyof ShiftSheet & string, label: string, widthPx = 76): Column<Sheet> =>
  column(id, label, { widthPx, isNumber: true, show: (sheet) => formatNumber(Number(sheet[id])) })

interface Shown {
  readonly seesStatements: boolean
  /** Shows write-offs only if there are any. */
  readonly hasWriteOffs: boolean
  readonly hasCost: boolean
}

export const shiftColumns = ({ seesStatements, hasWriteOffs, hasCost }: Shown): Column<Sheet>[] => [
  column('admin', 'Admin', {
    widthPx: 112,
    show: (sheet) => (
      <AdminStatementLink id={sheet.admin_id} name={sheet.name} opens={seesStatements} isDeleted={sheet.is_deleted} />
    ),
  }),
  money('collected', 'Collected'),
  count('wallet_adds', 'Wallet adds', 60),
  money('handed_over', 'Handed over'),
  ...(hasWriteOffs ? [money('written_off', 'Written off')] : []),
  money('still_held', 'Still held'),
  money('in_transit', 'In transit'),
  count('orders_completed', 'Orders completed'),
  count('orders_cancelled', 'Orders cancelled'),
  money('amount', 'Sold'),
  ...(hasCost ? [money('cost', 'Cost'), money('profit', 'Profit')] : []),
]
