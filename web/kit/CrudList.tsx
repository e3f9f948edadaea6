import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ModuleKey } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { COUNTS_POLL_MS } from '#contract/limits.ts'
import type { Crud, Versioned } from './crud.ts'
import { useT } from './i18n.ts'
import { LocalTable } from './LocalTable.tsx'
import { localAddress } from './local-rows.ts'
import { PageTitle } from './PageTitle.tsx'
import { useCan } from './session.ts'
import type { Column } from './table/columns.ts'
import { useKeptFocus } from './table/kept-focus.ts'
import { useData } from './use-data.ts'
import { useListSearch } from './use-list.ts'

interface CrudListProps<R extends Versioned> {
  /** English text. */
  readonly title: string
  readonly crud: Crud<R>
  readonly columns: Column<R>[]
}

/** Every row of a plain resource, with 'Add new'. */
export function CrudList<R extends Versioned>({ title, crud, columns }: CrudListProps<R>) {
  const t = useT()
  // A plain resource is one task, never one of the fixed circles.
  const canAdd = useCan()(crud.calls.create.access as ModuleKey)
  const state = useListSearch(localAddress)
  const query = useData(crud.calls.list as Endpoint, {}, { refetchInterval: COUNTS_POLL_MS })
  const rows = (query.data as { data: R[] } | undefined)?.data
  return (
    <Stack gap="md" ref={useKeptFocus()}>
      <PageTitle title={title}>
        {canAdd && (
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            renderRoot={(props) => <Link to={`${crud.path}/add`} {...props} />}
          >
            {t('Add new')}
          </Button>
        )}
      </PageTitle>
      <LocalTable label={t(title)} table={crud.path.slice(1)} columns={columns} rows={rows} query={query} state={state} />
    </Stack>
  )
}
