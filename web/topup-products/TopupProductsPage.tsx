import { useMemo } from 'react'
import { useCan } from '../calls/session.ts'
import { CrudList } from '../forms/crud/CrudList.tsx'
import { topupProductColumns, topupProducts } from './topup-products.tsx'

export function TopupProductsPage() {
  const can = useCan()
  const [canAddPackages, canSeeOrders] = [can('topup_packages'), can('orders_view')]
  const columns = useMemo(() => topupProductColumns({ canAddPackages, canSeeOrders }), [canAddPackages, canSeeOrders])
  return <CrudList title="Top Product" crud={topupProducts} columns={columns} />
}
