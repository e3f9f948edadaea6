import { Button, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { VOUCHER_LABELS } from '#contract/limits.ts'
import { Id } from '#contract/list.ts'
import { vouchers } from '#contract/vouchers.ts'
import { useCan } from '../calls/session.ts'
import { declareList } from '../lists/declare-list.ts'
import { ListScreen } from '../lists/ListScreen.tsx'
import { useListSearch } from '../lists/use-list.ts'
import { useListScreen } from '../lists/use-list-screen.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { t, useT } from '../ui/text/i18n.ts'
import { voucherColumns } from './columns.tsx'
import { PackageChooser, packageName, usePackages } from './PackageChooser.tsx'
import { PackageCounts } from './PackageCounts.tsx'
import { useDeletions } from './use-deletions.ts'
import { VoucherDrawer } from './VoucherDrawer.tsx'
import { VoucherFilters } from './VoucherFilters.tsx'
import classes from './vouchers.module.css'

const ALSO = { upin: Id, bin: z.coerce.number() }

const VOUCHERS = declareList(vouchers.list, {
  table: 'upins',
  title: 'UniPin Voucher',
  exports: { call: vouchers.exportRows },
  rows: (reply) => reply.vouchers,
  live: 'vouchers',
  filters: {
    user: { label: 'User ID' },
    package: {
      label: 'Package',
      useChoices: () => (usePackages() ?? []).map((item) => [item.id, packageName(item)] as const),
      Field: PackageChooser,
    },
    status: { label: 'Status', useChoices: () => VOUCHER_LABELS.map(([value, label]) => [value, t(label)] as const) },
    voucher: { label: 'Full voucher code' },
  },
  also: ALSO,
})

const BIN = declareList(vouchers.bin, {
  table: 'upins-bin',
  title: 'Recycle bin',
  subtitle: 'Deleted vouchers: their codes can’t be added again',
  rows: (reply) => reply.vouchers,
  live: 'vouchers',
  filters: {},
  also: ALSO,
})

/** /upins: the vouchers, or with `bin` the deleted ones. */
export function VouchersPage() {
  const t = useT()
  const can = useCan()
  const isBin = useListSearch(VOUCHERS.address).search.bin === 1
  const shown = useListScreen(isBin ? (BIN as typeof VOUCHERS) : VOUCHERS)
  const { declared, search, change, list } = shown
  const open = useCallback(
    (id: number | undefined) => change({ upin: id, page: search.page }, { keepsScroll: true, replace: id === undefined }),
    [change, search.page],
  )
  const columns = useColumns(isBin, open)
  return (
    <Stack gap={8}>
      <PageTitle title={declared.title} subtitle={declared.subtitle}>
        {list.rows && (
          <Text fw={600} role="status" className={classes.total}>
            {t(isBin ? 'Deleted: {{count}}' : 'Total Voucher: {{count}}', { count: list.total })}
          </Text>
        )}
        {!isBin && can('vouchers_add') && (
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            renderRoot={(props) => <Link to="/upin/add" search={{ package: search.package } as never} {...props} />}
          >
            {t('Add Voucher')}
          </Button>
        )}
      </PageTitle>
      {!isBin && <PackageCounts chosen={search.package} onChoose={(id) => change({ package: id })} />}
      <ListScreen
        shown={shown}
        columns={columns}
        filters={!isBin && <VoucherFilters {...shown} />}
        tools={
          can('vouchers_delete') && (
            <Button
              variant="default"
              leftSection={!isBin && <IconTrash size={16} aria-hidden />}
              onClick={() => change({ ...declared.cleared(search), bin: isBin ? undefined : 1 })}
            >
              {t(isBin ? 'Back to the vouchers' : 'Recycle bin')}
            </Button>
          )
        }
      />
      <VoucherDrawer id={search.upin} onClose={() => open(undefined)} />
    </Stack>
  )
}

function useColumns(isBin: boolean, onOpen: (id: number) => void) {
  const can = useCan()
  const { remove, restore } = useDeletions()
  const seen = { customers: can('users_view'), orders: can('orders_view') }
  const [edits, deletes] = [can('vouchers_add'), can('vouchers_delete')]
  // biome-ignore lint/correctness/useExhaustiveDependencies: `remove` and `restore` are recreated but behave the same
  return useMemo(
    () =>
      voucherColumns({
        seen,
        onOpen,
        edits: edits && !isBin,
        onDelete: deletes && !isBin ? (voucher) => void remove(voucher) : undefined,
        onRestore: deletes && isBin ? (voucher) => void restore(voucher) : undefined,
      }),
    [seen.customers, seen.orders, edits, deletes, isBin, onOpen],
  )
}
