import { formatTk } from '#contract/money.ts'
import { availabilityColumn, figureColumn, pictureColumn } from '../forms/crud/columns.tsx'
import { actionColumn, idColumn } from '../forms/crud/RowActions.tsx'
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
  figureColumn('price', 'Sell price', 136, show, 'extra'),
  figureColumn('bprice', 'Buy price', 92, ({ bprice }) => bprice),
  figureColumn('margin', 'Margin', 104, (row) => <Margin row={row} />, 'fact'),
  figureColumn('serial', 'Serial', 74, ({ serial }) => serial),
  availabilityColumn(116),
  figureColumn('codes_left', 'Codes left', 100, ({ codes_left }) => codes_left ?? <Nothing />),
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
