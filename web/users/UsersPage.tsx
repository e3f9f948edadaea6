import { ActionIcon, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { USER_SORTS, users } from '#contract/users.ts'
import { useT } from '../kit/i18n.ts'
import around from '../kit/list.module.css'
import { Pager } from '../kit/Pager.tsx'
import { PageTitle } from '../kit/PageTitle.tsx'
import { SearchBox } from '../kit/SearchBox.tsx'
import { useCan } from '../kit/session.ts'
import { Empty, LoadError } from '../kit/states.tsx'
import { ColumnsMenu } from '../kit/table/ColumnsMenu.tsx'
import { DataTable } from '../kit/table/DataTable.tsx'
import { DensitySwitch } from '../kit/table/DensitySwitch.tsx'
import { useKeptFocus } from '../kit/table/kept-focus.ts'
import { useTableModel } from '../kit/table/use-table-model.ts'
import { useTableView } from '../kit/table/use-table-view.ts'
import { listAddress, useExistingPage, useList, useListSearch } from '../kit/use-list.ts'
import { userColumns } from './columns.tsx'
import { useDeleteUser } from './use-delete-user.ts'

const userSearch = z.object(listAddress(USER_SORTS))

/** /user */
export function UsersPage() {
  const t = useT()
  const { search, change } = useListSearch(userSearch)
  const view = useTableView('user')
  const { dir, ...asked } = search
  const list = useList(
    users.list,
    { ...asked, order: search.sort ? (dir ?? 'asc') : undefined },
    { rowsOf: (reply) => reply.data },
  )
  useExistingPage(
    list,
    search,
    useCallback((page) => change({ page }, { replace: true }), [change]),
  )
  const model = useTableModel({
    columns: useColumns(),
    rows: list.rows,
    view,
    sorting: {
      by: search.sort ?? '',
      direction: dir ?? 'asc',
      onChange: (sort, next) => change({ sort: sort as (typeof USER_SORTS)[number], dir: next }),
    },
  })
  return (
    <Stack gap="md" ref={useKeptFocus()}>
      <PageTitle title="User">
        {list.rows && (
          <Text fw={600} role="status">
            {t('Total user: {{count}}', { count: `${list.total}${list.isCapped ? '+' : ''}` })}
          </Text>
        )}
      </PageTitle>
      <div className={around.toolbar}>
        <SearchBox value={search.q} placeholder="Name, phone, email or ID" onSearch={(q) => change({ q })} />
        <div className={around.tools}>
          <ColumnsMenu model={model} />
          <DensitySwitch view={view} />
          <ActionIcon variant="default" size={36} aria-label={t('Refresh')} title={t('Refresh')} onClick={list.refresh}>
            <IconRefresh size={18} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      {list.error && <LoadError error={list.error} onRetry={list.refresh} />}
      {list.rows?.length === 0 ? (
        <div className={around.none}>
          <Empty filtered={search.q !== undefined} onClear={() => change({ q: undefined })} />
        </div>
      ) : (
        (list.rows || !list.error) && (
          <div className={around.wideActions}>
            <DataTable
              label={t('User')}
              model={model}
              density={view.density}
              skeletons={list.rows ? 0 : search.limit}
              isStale={list.isStale}
            />
          </div>
        )
      )}
      {list.rows && list.total > 0 && (
        <Pager page={search.page} limit={search.limit} total={list.total} isCapped={list.isCapped} onChange={change} />
      )}
    </Stack>
  )
}

function useColumns() {
  const can = useCan()
  const remove = useDeleteUser()
  const [edits, adjusts, deletes] = [can('users_edit'), can('users_earn_wallet'), can('users_delete')]
  // biome-ignore lint/correctness/useExhaustiveDependencies: `remove` is another function at each render and does the same
  return useMemo(() => {
    return userColumns({
      edits,
      adjusts,
      onDelete: deletes ? (user, from) => void remove(user, from) : undefined,
    })
  }, [edits, adjusts, deletes])
}
