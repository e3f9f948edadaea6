import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { ADMIN_SORTS, admins } from '#contract/admins.ts'
import { useHasAccess, useSession } from '../calls/session.ts'
import { SearchedList } from '../lists/SearchedList.tsx'
import { listAddress, listInputOf, useList, useListSearch } from '../lists/use-list.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useT } from '../ui/text/i18n.ts'
import { adminColumns } from './columns.tsx'
import { OneTimePassword, type Shown } from './OneTimePassword.tsx'
import { useAdminActions } from './use-admin-actions.ts'

const adminSearch = z.object(listAddress(ADMIN_SORTS))

export function AdminsPage() {
  const t = useT()
  const address = useListSearch(adminSearch)
  const list = useList(admins.list, listInputOf(address.search), { rowsOf: (reply) => reply.data })
  const mayAdd = useHasAccess(admins.create.access)
  const [shown, setShown] = useState<Shown>()
  return (
    <Stack gap={8}>
      <PageTitle title="Admins">
        {mayAdd && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} renderRoot={(props) => <Link to="/admin/add" {...props} />}>
            {t('Add new admin')}
          </Button>
        )}
      </PageTitle>
      <SearchedList
        label="Admins"
        columns={useColumns(setShown)}
        list={list}
        address={address}
        placeholder="Name, phone, email or ID"
      />
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
