import { Stack } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { z } from 'zod'
import { COUNTS_POLL_MS, MAX_PAGE_SIZE } from '#contract/limits.ts'
import { type AuthModule, permissions } from '#contract/permissions.ts'
import { useData } from '../calls/use-data.ts'
import { LocalTable } from '../lists/LocalTable.tsx'
import { localAddress } from '../lists/local-rows.ts'
import { useListSearch } from '../lists/use-list.ts'
import { RowDialog, type RowDialogHandle } from '../ui/dialogs/RowDialog.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useT } from '../ui/text/i18n.ts'
import { ActivateForm } from './ActivateForm.tsx'
import { authColumns } from './columns.tsx'

/** Inactive modules first, as they need an admin. */
const authSearch = localAddress.extend({
  sort: z.string().default('status').catch('status'),
  dir: z.enum(['asc', 'desc']).default('asc').catch('asc'),
})

/** /auths: everything that can be granted. Loaded completely, because the server knows the names only in English. */
export function AuthsPage() {
  const t = useT()
  const state = useListSearch(authSearch)
  const query = useData(permissions.modules, { limit: MAX_PAGE_SIZE, sort: 'id' }, { refetchInterval: COUNTS_POLL_MS })
  const dialog = useRef<RowDialogHandle<AuthModule>>(null)
  const columns = useMemo(() => authColumns((module) => dialog.current?.open(module)), [])
  return (
    <Stack gap={8}>
      <PageTitle title="Auths" subtitle="Tasks that can be granted to admins" />
      <LocalTable label={t('Auths')} table="auths" columns={columns} rows={query.data?.data} query={query} state={state} />
      <RowDialog ref={dialog} title={({ name }) => t('Activate {{name}}', { name: t(name) })}>
        {(module, close) => <ActivateForm module={module} onClose={close} />}
      </RowDialog>
    </Stack>
  )
}
