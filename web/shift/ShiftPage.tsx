import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { COUNTS_POLL_MS } from '#contract/limits.ts'
import { Id } from '#contract/list.ts'
import { formatTk } from '#contract/money.ts'
import { type ShiftSheet, shift } from '#contract/shift.ts'
import { useCan, useIsScoped } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { ExportButtons } from '../lists/ExportButtons.tsx'
import { DayInputs } from '../lists/filters/DayInputs.tsx'
import { daysAddress, formatDays, today } from '../lists/filters/days.ts'
import { FilterSelect } from '../lists/filters/FilterSelect.tsx'
import { Presets } from '../lists/filters/Presets.tsx'
import { asList, ListRows } from '../lists/ListRows.tsx'
import { useListSearch } from '../lists/use-list.ts'
import { Empty } from '../ui/Empty.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useTableModel } from '../ui/table/use-table-model.ts'
import { formatDay } from '../ui/text/day.ts'
import { disambiguatedName } from '../ui/text/disambiguated-name.ts'
import { useT } from '../ui/text/i18n.ts'
import { sumTk } from '../ui/text/tk.ts'
import { WorkButton } from '../ui/WorkButton.tsx'
import { shiftColumns } from './columns.tsx'
import classes from './shift.module.css'

const shiftSearch = z.object({ ...daysAddress, admin_id: Id.optional().catch(undefined) })

/** /shift: cash collected, handed over and held, and sales in a period; of the admin or of all admins. */
export function ShiftPage() {
  const t = useT()
  const can = useCan()
  const seesAll = can('shift_view')
  const isScoped = useIsScoped()
  const { search, change } = useListSearch(shiftSearch)
  const { admin_id, ...period } = search
  const [endpoint, csv] = seesAll ? [shift.list, shift.exportRows] : [shift.own, shift.exportOwn]
  const input = seesAll ? search : period
  // Past days are not polled: a year is expensive to add up, and only corrections change it.
  const isOver = (search.to ?? today()) < today()
  const query = useData(endpoint as typeof shift.list, input, { keepPrevious: true, refetchInterval: !isOver && COUNTS_POLL_MS })
  const sheets = query.data?.sheets
  const automatic = query.data?.automatic ?? undefined
  // Every admin, also when the sheets are filtered to one.
  const todaysSheets = useData(shift.list, {}, { enabled: seesAll }).data?.sheets ?? NO_SHEETS
  // The period of the shown figures: on a printout nothing else tells it while another period loads.
  const { from, to } = query.data ?? { from: search.from ?? today(), to: search.to ?? today() }
  // The server's default for a missing end.
  const defaults = { from: search.to ?? today(), to: today() }
  return (
    <Stack gap="md">
      <PageTitle title="Shift sheet">
        <Group gap="xs">
          {can('wallet_adds_view') && (
            <Button component={Link} variant="default" to="/payments" search={{ close: to } as never}>
              {t('Payments of {{day}}', { day: formatDay(to) })}
            </Button>
          )}
          <ExportButtons endpoint={csv as Endpoint} input={input as never} />
          <WorkButton
            leftSection={<IconPrinter size={16} aria-hidden />}
            isRunning={query.isPlaceholderData}
            onClick={() => print()}
          >
            {t('Print')}
          </WorkButton>
        </Group>
      </PageTitle>
      <p className={classes.period}>{formatDays({ from, to })}</p>
      <div className={classes.toolbar} data-unprinted>
        <DayInputs labels={['From', 'To']} search={search} defaults={defaults} size="sm" change={change} />
        {seesAll && (
          <FilterSelect
            label="Admin"
            size="sm"
            all="All admins"
            value={admin_id}
            choices={todaysSheets.map((sheet) => [sheet.admin_id, disambiguatedName(sheet, todaysSheets)] as const)}
            onChange={(next) => change({ admin_id: next })}
          />
        )}
        <Presets chosen={{ from, to }} onChoose={change} />
        <small className={classes.unit}>{t('Amounts in tk')}</small>
      </div>
      {isScoped && <Text size="sm">{t('Only orders of your packages are counted')}</Text>}
      {sheets && sheets.length > 1 && <Totals sheets={sheets} isStale={query.isPlaceholderData} />}
      <Sheets list={asList(query, sheets)} everybody={todaysSheets} from={from} to={to} />
      {automatic !== undefined && automatic.wallet_adds > 0 && (
        <Text size="sm">
          {t('Completed automatically: {{count}} wallet adds, {{amount}} into the store’s cash', {
            count: automatic.wallet_adds,
            amount: formatTk(automatic.amount),
          })}
        </Text>
      )}
    </Stack>
  )
}

interface SheetsProps {
  readonly list: ReturnType<typeof asList<ShiftSheet>>
  readonly everybody: readonly ShiftSheet[]
  readonly from: string
  readonly to: string
}

function Sheets({ list, everybody, from, to }: SheetsProps) {
  const t = useT()
  const can = useCan()
  const [seesOrders, seesStatements, seesHandOvers] = [can('orders_view'), can('statements_view'), can('hand_overs_view')]
  const sheets = list.rows
  const hasWriteOffs = isAnyWrittenOff(sheets ?? [])
  const hasCost = sheets?.some(({ cost }) => cost !== null) ?? false
  const columns = useMemo(
    () => shiftColumns({ days: { from, to }, seesOrders, seesStatements, seesHandOvers, hasWriteOffs, hasCost }),
    [from, to, seesOrders, seesStatements, seesHandOvers, hasWriteOffs, hasCost],
  )
  const rows = useMemo(
    () => sheets?.map((sheet) => ({ ...sheet, id: sheet.admin_id, name: disambiguatedName(sheet, [...everybody, ...sheets]) })),
    [sheets, everybody],
  )
  const { model } = useTableModel('shift', columns, rows)
  return (
    <ListRows
      list={{ ...list, rows }}
      limit={3}
      table={{ label: t('Shift sheet'), model, density: 'compact' }}
      none={<Empty />}
    />
  )
}

const isAnyWrittenOff = (sheets: readonly ShiftSheet[]) => sheets.some(({ written_off }) => written_off !== 0)

const NO_SHEETS: readonly ShiftSheet[] = []

function Totals({ sheets, isStale }: { sheets: readonly ShiftSheet[]; isStale: boolean }) {
  const t = useT()
  const total = (field: 'collected' | 'handed_over' | 'written_off' | 'still_held' | 'amount') =>
    formatTk(sumTk(sheets.map((sheet) => sheet[field])))
  const profits = sheets.flatMap(({ profit }) => (profit === null ? [] : [profit]))
  const figures = [
    ['Collected', total('collected')],
    ['Handed over', total('handed_over')],
    ...(isAnyWrittenOff(sheets) ? [['Written off', total('written_off')] as const] : []),
    ['Still held', total('still_held')],
    ['Sold', total('amount')],
    ...(profits.length > 0 ? [['Profit', formatTk(sumTk(profits))] as const] : []),
  ] as const
  return (
    <ul className={classes.totals} data-stale={isStale || undefined} aria-label={t('All admins')}>
      {figures.map(([label, figure]) => (
        <li key={label}>
          <small>{t(label)}</small>
          <b>{figure}</b>
        </li>
      ))}
    </ul>
  )
}
