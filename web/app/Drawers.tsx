import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useLayoutEffect } from 'react'
import { type DrawerAddress, useDrawers } from '../kit/drawers.ts'
import { sourceFrom } from '../kit/statement/sources.ts'

const CustomerDrawer = lazy(() => import('../users/CustomerDrawer.tsx').then((module) => ({ default: module.CustomerDrawer })))
const StatementDrawer = lazy(() =>
  import('../statements/StatementDrawer.tsx').then((module) => ({ default: module.StatementDrawer })),
)
const VoucherDrawer = lazy(() => import('../vouchers/VoucherDrawer.tsx').then((module) => ({ default: module.VoucherDrawer })))

/** What any screen can open over itself by its address: `?customer=12`, `?customer=12&statement=wallet`, `?upin=7`, `?statement=admin:3`. */
export function Drawers() {
  const search = useSearch({ strict: false }) as DrawerAddress
  const { close } = useDrawers()
  const customer = idIn(search.customer)
  const upin = idIn(search.upin)
  const source = sourceFrom(search.statement)
  useFocusReturned(customer !== undefined || upin !== undefined || source !== undefined)
  return (
    <Suspense>
      {customer !== undefined && <CustomerDrawer key={customer} id={customer} onClose={close} />}
      {upin !== undefined && <VoucherDrawer key={upin} id={upin} onClose={close} />}
      {source && <StatementDrawer key={search.statement} source={source} onClose={close} />}
    </Suspense>
  )
}

const idIn = (text: string | number | undefined) => (/^\d{1,15}$/.test(String(text ?? '')) ? Number(text) : undefined)

/** What opened a drawer gets the focus back when it closes, as long as it is still there. */
function useFocusReturned(isOpen: boolean): void {
  useLayoutEffect(() => {
    const from = document.activeElement
    if (!isOpen || !(from instanceof HTMLElement)) return
    return () => void setTimeout(() => from.isConnected && from.focus())
  }, [isOpen])
}
