import { Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { MONEY_STATUSES } from '#contract/limits.ts'
import beside from '../desk/row-drawer/beside.module.css'
import { walkingKeys } from '../desk/row-drawer/order-keys.ts'
import type { OpenRow } from '../desk/row-drawer/use-open-row.ts'
import { FilterMenu } from '../lists/filters/FilterMenu.tsx'
import { ListScreen, type ShownList } from '../lists/ListScreen.tsx'
import type { ListSearch } from '../lists/use-list.ts'
import { type Shortcut, useShortcuts } from '../ui/keys.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Select } from '../ui/Select.tsx'
import type { Column } from '../ui/table/columns.ts'
import { useT } from '../ui/text/i18n.ts'
import type { MoneyRow } from './row.ts'

/** What lists of money have in common. */
export const MONEY_LIST = {
  status: { label: 'Status', place: 'elsewhere' },
  news: ['{{count}} new transaction', '{{count}} new transactions'],
} as const

const NO_KEYS: readonly Shortcut[] = []

interface MoneyListProps<R extends MoneyRow> {
  readonly shown: ShownList<R>
  readonly columns: Column<R>[]
  /** What Enter or a click on a row opens; the keys of the order list then walk the rows. */
  readonly dialogs?: { readonly opened: OpenRow<R>; readonly onOpen: ((row: R) => void) | undefined }
  readonly actions?: ReactNode
  /** What fills a list that is empty without filters. */
  readonly first?: ReactNode
  /** Above the rows. */
  readonly notice?: ReactNode
  readonly children?: ReactNode
}

export function MoneyList<R extends MoneyRow>({ shown, columns, dialogs, actions, first, notice, children }: MoneyListProps<R>) {
  const { title, context, subtitle } = shown.declared
  const onOpen = dialogs?.onOpen
  const current = dialogs?.opened.id
  useShortcuts(dialogs && onOpen ? walkingKeys(dialogs.opened, ['Next row', 'Previous row']) : NO_KEYS)
  return (
    <div className={beside.desk} data-drawer={current !== undefined || undefined}>
      <Stack gap={8} className={beside.list}>
        <PageTitle title={title} context={context} subtitle={subtitle}>
          {actions && <Group gap="xs">{actions}</Group>}
        </PageTitle>
        {notice}
        <ListScreen
          shown={shown}
          columns={columns}
          first={first}
          {...(onOpen && { opened: { onOpen, current } })}
          filters={
            <>
              <StatusSelect {...shown} />
              <FilterMenu {...shown} />
            </>
          }
        >
          {children}
        </ListScreen>
      </Stack>
    </div>
  )
}

function StatusSelect({ search, change }: ListSearch) {
  const t = useT()
  return (
    <Select
      w={150}
      aria-label={t('Status')}
      value={search.status ?? ''}
      choices={[['', t('All statuses')], ...MONEY_STATUSES.map((status) => [status, status] as const)]}
      onChange={(chosen) => change({ status: MONEY_STATUSES.find((status) => status === chosen) })}
    />
  )
}
