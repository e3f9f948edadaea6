import { Button, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { vouchers } from '#contract/vouchers.ts'
import { useCan } from '../calls/session.ts'
import { ListPages, ListRows } from '../lists/ListRows.tsx'
import { useList, useListSearch } from '../lists/use-list.ts'
import around from '../ui/list.module.css'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Empty } from '../ui/states.tsx'
import { TableTools } from '../ui/table/TableTools.tsx'
import { useTableModel } from '../ui/table/use-table-model.ts'
import { useT } from '../ui/text/i18n.ts'
import { voucherColumns } from './columns.tsx'
import { PackageCounts } from './PackageCounts.tsx'
import { useDeletions } from './use-deletions.ts'
import { VoucherDrawer } from './VoucherDrawer.tsx'
import { VoucherChips, VoucherFilters } from './VoucherFilters.tsx'
import classes from './vouchers.module.css'
import { NO_FILTERS, voucherSearch } from './vouchers.ts'

/** /upins: the vouchers, or with `bin` the deleted ones. */
export function VouchersPage() {
  const t = useT()
  const can = useCan()
  const address = useListSearch(voucherSearch)
  const { search, change } = address
  const isBin = search.bin === 1
  const { dir, q: _, bin, upin, page, limit, sort, ...filters } = search
  const order = sort ? (dir ?? 'asc') : undefined
  const list = useList(
    isBin ? vouchers.bin : vouchers.list,
    { page, limit, sort, order, ...(isBin ? {} : filters) },
    { rowsOf: (reply) => reply.vouchers, live: 'vouchers' },
  )
  const open = useCallback(
    (id: number | undefined) => change({ upin: id, page }, { keepsScroll: true, replace: id === undefined }),
    [change, page],
  )
  const { model, view } = useTableModel(isBin ? 'upins-bin' : 'upins', useColumns(isBin, open), list.rows, address)
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <Stack gap={8}>
      <PageTitle
        title={isBin ? 'Recycle bin' : 'UniPin Voucher'}
        {...(isBin && { subtitle: 'Deleted vouchers: their codes can’t be added again' })}
      >
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
      <div className={around.toolbar}>
        {!isBin && <VoucherFilters {...address} />}
        <TableTools model={model} view={view} onRefresh={list.refresh}>
          {can('vouchers_delete') && (
            <Button
              variant="default"
              leftSection={!isBin && <IconTrash size={16} aria-hidden />}
              onClick={() => change({ ...NO_FILTERS, bin: isBin ? undefined : 1 })}
            >
              {t(isBin ? 'Back to the vouchers' : 'Recycle bin')}
            </Button>
          )}
        </TableTools>
      </div>
      {!isBin && <VoucherChips {...address} />}
      <ListRows
        list={list}
        limit={limit}
        table={{ label: t('UniPin Voucher'), model, density: view.density }}
        none={<Empty filtered={!isBin && isFiltered} onClear={() => change(NO_FILTERS)} />}
      />
      <ListPages list={list} {...address} />
      <VoucherDrawer id={upin} onClose={() => open(undefined)} />
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
