import { formatTk } from '#contract/money.ts'
import { pictureColumn } from '../forms/crud/picture-column.tsx'
import { actionColumn, idColumn } from '../forms/crud/RowActions.tsx'
import { availabilityColumn } from '../forms/crud/state-columns.tsx'
import { Nothing } from '../lists/cells/Nothing.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { type Column, column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'
import { PriceCell } from './PriceCell.tsx'
import classes from './packages.module.css'
import { type TopupPackage, topupPackage } from './topup-packages.ts'

const columns = (show: (row: TopupPackage) => React.ReactNode): Column<TopupPackage>[] => [
  idColumn(topupPackage),
  pictureColumn('Logo', ({ logo, name }) => ({ image: logo, name })),
  column('name', 'Name', { card: 'title', widthPx: 150, sorts: true, show: ({ name }) => <Words text={name} /> }),
  column('price', 'Sell price', { card: 'extra', widthPx: 136, isNumber: true, sorts: true, show }),
  column('bprice', 'Buy price', { widthPx: 92, isNumber: true, sorts: true, show: ({ bprice }) => bprice }),
  column('margin', 'Margin', { card: 'fact', widthPx: 104, isNumber: true, sorts: true, show: (row) => <Margin row={row} /> }),
  column('serial', 'Serial', { widthPx: 74, isNumber: true, sorts: true, show: ({ serial }) => serial }),
  availabilityColumn(116),
  column('codes_left', 'Codes left', {
    widthPx: 100,
    isNumber: true,
    sorts: true,
    show: ({ codes_left }) => codes_left ?? <Nothing />,
  }),
]

export const topupPackageColumns = [...columns((row) => <PriceCell row={row} />), actionColumn(topupPackage)]

/** For admins who set rates but edit no packages. */
export const readOnlyColumns = columns(({ price }) => formatTk(price))

function Margin({ row: { margin, cost, below_cost } }: { row: TopupPackage }) {
  return (
    <span title={t('Cost {{cost}}', { cost: formatTk(cost) })} className={below_cost ? classes.loss : undefined}>
      {formatTk(margin)} {below_cost && <small>{t('below cost')}</small>}
    </span>
  )
}
