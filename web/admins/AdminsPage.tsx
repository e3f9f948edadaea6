import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { admins } from '#contract/admins.ts'
import { useHasAccess, useSession } from '../calls/session.ts'
import { declareList } from '../lists/declare-list.ts'
import { ListScreen } from '../lists/ListScreen.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useT } from '../ui/text/i18n.ts'
import { adminColumns } from './columns.tsx'
import { OneTimePassword, type Shown } from './OneTimePassword.tsx'
import { useAdminActions } from './use-admin-actions.ts'

const ADMINS = declareList(admins.list, {
  table: 'admins',
  title: 'Admins',
  rows: (reply) => reply.data,
  search: { placeholder: 'Name, phone, email or ID' },
  filters: {},
})

export function AdminsPage() {
  const t = useT()
  const mayAdd = useHasAccess(admins.create.access)
  const [shown, setShown] = useState<Shown>()
  return (
    <Stack gap={8}>
      <PageTitle title={ADMINS.title}>
        {mayAdd && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} renderRoot={(props) => <Link to="/admin/add" {...props} />}>
            {t('Add new admin')}
          </Button>
        )}
      </PageTitle>
      <ListScreen shown={useListScreen(ADMINS)} columns={useColumns(setShown)} />
      <OneTimePassword shown={shown} onClose={() => setShown(undefined)} />
    </Stack>
  )
}

function useColumns(show: (shown: Shown | undefined) => void) {
  const own = useSession()?.user.id
  const actions = useAdminActions(show)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are recreated on each render but behave the same
  return useMemo(() => adminColumns(own, actions), [own])
}
