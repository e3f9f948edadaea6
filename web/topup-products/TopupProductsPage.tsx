import { useMemo } from 'react'
import { CrudList } from '../kit/CrudList.tsx'
import { useCan } from '../kit/session.ts'
import { topupProductColumns, topupProducts } from './topup-products.tsx'

/** /topup-product */
export function TopupProductsPage() {
  const can = useCan()
  const [canAddPackages, canSeeOrders] = [can('topup_packages'), can('orders_view')]
  const columns = useMemo(() => topupProductColumns({ canAddPackages, canSeeOrders }), [canAddPackages, canSeeOrders])
  return <CrudList title="Top Product" crud={topupProducts} columns={columns} />
}
