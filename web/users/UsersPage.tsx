import { Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { formatNumber } from '#contract/money.ts'
import { users } from '#contract/users.ts'
import { useCan } from '../calls/session.ts'
import { declareList } from '../lists/declare-list.ts'
import { ListScreen } from '../lists/ListScreen.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useT } from '../ui/text/i18n.ts'
import { userColumns } from './columns.tsx'
import { useDeleteUser } from './use-delete-user.ts'

const USERS = declareList(users.list, {
  table: 'user',
  title: 'User',
  rows: (reply) => reply.data,
  isFilledByStore: true,
  search: { placeholder: 'Name, phone, email, tag or ID' },
  exports: { call: users.exportRows },
  filters: { tag: { label: 'Tag' } },
  days: { created_at: 'Joined' },
})

export function UsersPage() {
  const t = useT()
  const shown = useListScreen(USERS)
  const { rows, total, isCapped } = shown.list
  return (
    <Stack gap={8}>
      <PageTitle title={USERS.title}>
        {rows && (
          <Text fw={600} role="status">
            {t('Total user: {{count}}', { count: `${formatNumber(total)}${isCapped ? '+' : ''}` })}
          </Text>
        )}
      </PageTitle>
      <ListScreen shown={shown} columns={useColumns()} />
    </Stack>
  )
}

function useColumns() {
  const can = useCan()
  const remove = useDeleteUser()
  const [counts, edits, adjusts, deletes] = [can('orders_view'), can('users_edit'), can('users_earn_wallet'), can('users_delete')]
  // biome-ignore lint/correctness/useExhaustiveDependencies: `remove` is recreated on each render but behaves the same
  return useMemo(() => {
    return userColumns({
      counts,
      edits,
      adjusts,
      onDelete: deletes ? (user) => void remove(user) : undefined,
    })
  }, [counts, edits, adjusts, deletes])
}
