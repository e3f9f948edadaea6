import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ModuleKey } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { COUNTS_POLL_MS } from '#contract/limits.ts'
import { useCan } from '../../calls/session.ts'
import { useData } from '../../calls/use-data.ts'
import { LocalTable } from '../../lists/LocalTable.tsx'
import { localAddress } from '../../lists/local-rows.ts'
import { useListSearch } from '../../lists/use-list.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { useT } from '../../ui/text/i18n.ts'
import type { Crud, Versioned } from './crud.ts'

interface CrudListProps<R extends Versioned> {
  readonly title: string
  readonly crud: Crud<R>
  readonly columns: Column<R>[]
}

/** All rows of a plain resource, with 'Add new'. */
export function CrudList<R extends Versioned>({ title, crud, columns }: CrudListProps<R>) {
  const t = useT()
  // A plain resource is a single module, never a fixed role.
  const canAdd = useCan()(crud.calls.create.access as ModuleKey)
  const state = useListSearch(localAddress)
  const query = useData(crud.calls.list as Endpoint, {}, { refetchInterval: COUNTS_POLL_MS })
  const rows = (query.data as { data: R[] } | undefined)?.data
  const add = canAdd && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} renderRoot={(props) => <Link to={`${crud.path}/add`} {...props} />}>
      {t('Add new')}
    </Button>
  )
  const isEmpty = rows?.length === 0
  return (
    <Stack gap={8}>
      <PageTitle title={title}>{!isEmpty && add}</PageTitle>
      <LocalTable
        label={t(title)}
        table={crud.path.slice(1)}
        columns={columns}
        rows={rows}
        query={query}
        state={state}
        first={add}
      />
    </Stack>
  )
}
