import { Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { MONEY_STATUSES } from '#contract/limits.ts'
import { DaysFilter } from '../lists/filters/DaysFilter.tsx'
import { daysChip, type Moments, NO_DAYS } from '../lists/filters/days.ts'
import { chipsOf, FilterChips } from '../lists/filters/FilterChips.tsx'
import { SearchBox } from '../lists/filters/SearchBox.tsx'
import { ListPages, ListRows } from '../lists/ListRows.tsx'
import { NewRows } from '../lists/NewRows.tsx'
import { StoreStep } from '../lists/StoreStep.tsx'
import type { List, ListSearch } from '../lists/use-list.ts'
import around from '../ui/list.module.css'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Select } from '../ui/Select.tsx'
import { Empty } from '../ui/states.tsx'
import type { Column } from '../ui/table/columns.ts'
import { TableTools } from '../ui/table/TableTools.tsx'
import { useTableModel } from '../ui/table/use-table-model.ts'
import { useT } from '../ui/text/i18n.ts'
import type { MoneyRow } from './row.ts'
import type { MoneySearch } from './search.ts'

interface Screen {
  readonly title: string
  /** Tells apart what languages other than English call a title of several screens. */
  readonly context?: string
  readonly subtitle?: string
  /** Storage name of columns and density. */
  readonly table: string
  readonly placeholder: string
  /** Timestamps that the date filter applies to. */
  readonly moments?: Moments
}

interface MoneyListProps<R extends MoneyRow, A extends MoneySearch> {
  readonly screen: Screen
  readonly address: ListSearch<A>
  readonly list: List<R>
  readonly columns: Column<R>[]
  readonly actions?: ReactNode
  /** Shown in the menu '...'. */
  readonly more?: ReactNode
  readonly children?: ReactNode
}

export function MoneyList<R extends MoneyRow, A extends MoneySearch>(props: MoneyListProps<R, A>) {
  const { screen, address, list, columns, actions, more, children } = props
  const t = useT()
  const search: MoneySearch = address.search
  const change = address.change as unknown as ListSearch<MoneySearch>['change']
  const { model, view } = useTableModel(screen.table, columns, list.rows, address)
  const context = screen.context === undefined ? undefined : { context: screen.context }
  const clear = () => change({ q: undefined, status: undefined, user_id: undefined, owner_id: undefined, ...NO_DAYS })
  const chips = [...chipsOf({ search, change }, LABELS), ...daysChip(search, screen.moments ?? [], change)]
  return (
    <Stack gap={8}>
      <PageTitle {...screen}>{actions && <Group gap="xs">{actions}</Group>}</PageTitle>
      <div className={around.toolbar}>
        <SearchBox value={search.q} placeholder={screen.placeholder} onSearch={(q) => change({ q })} hasClear />
        <Select
          w={150}
          aria-label={t('Status')}
          value={search.status ?? ''}
          choices={[['', t('All statuses')], ...MONEY_STATUSES.map((status) => [status, status] as const)]}
          onChange={(chosen) => change({ status: MONEY_STATUSES.find((status) => status === chosen) })}
        />
        {screen.moments && <DaysFilter search={search} moments={screen.moments} change={change} />}
        <TableTools model={model} view={view} onRefresh={list.refresh} more={more} />
      </div>
      <FilterChips chips={chips} onClear={clear} />
      <ListRows
        list={list}
        limit={search.limit}
        table={{ label: t(screen.title, context), model, density: view.density }}
        none={<Empty filtered={chips.length > 0} onClear={clear} first={<StoreStep />} />}
      >
        <NewRows list={list} one="{{count}} new transaction" many="{{count}} new transactions" />
      </ListRows>
      {children}
      <ListPages list={list} search={search} change={change} />
    </Stack>
  )
}

const LABELS = { q: 'Search', status: 'Status', user_id: 'User ID', owner_id: 'Admin ID' } as const
