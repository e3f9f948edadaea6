import { Stack } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { z } from 'zod'
import { AUTH_SORTS, type AuthModule, permissions } from '#contract/permissions.ts'
import { t } from '../kit/i18n.ts'
import { PageTitle } from '../kit/PageTitle.tsx'
import { RowDialog, type RowDialogHandle } from '../kit/RowDialog.tsx'
import { SearchedList } from '../kit/SearchedList.tsx'
import { useKeptFocus } from '../kit/table/kept-focus.ts'
import { listAddress, useList, useListSearch } from '../kit/use-list.ts'
import { ActivateForm } from './ActivateForm.tsx'
import { authColumns } from './columns.tsx'

const authSearch = z.object(listAddress(AUTH_SORTS))

/** /auths: what can be granted at all. */
export function AuthsPage() {
  const address = useListSearch(authSearch)
  const { dir, ...asked } = address.search
  const list = useList(
    permissions.modules,
    { ...asked, order: asked.sort ? (dir ?? 'asc') : undefined },
    { rowsOf: (reply) => reply.data },
  )
  const dialog = useRef<RowDialogHandle<AuthModule>>(null)
  const columns = useMemo(() => authColumns((module, from) => dialog.current?.open(module, from)), [])
  return (
    <Stack gap="md" ref={useKeptFocus()}>
      <PageTitle title="Auths" subtitle="The tasks that can be granted to an admin" />
      <SearchedList label="Auths" columns={columns} list={list} address={address} placeholder="Name, slug, url or ID" />
      <RowDialog ref={dialog} title={({ name }) => t('Activate {{name}}', { name: t(name) })}>
        {(module, close) => <ActivateForm module={module} onClose={close} />}
      </RowDialog>
    </Stack>
  )
}
