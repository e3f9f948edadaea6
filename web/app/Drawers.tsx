import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useLayoutEffect } from 'react'
import { type DrawerAddress, useDrawers } from '../kit/drawers.ts'
import { sourceFrom } from '../kit/statement/sources.ts'

const CustomerDrawer = lazy(() => import('../users/CustomerDrawer.tsx').then((module) => ({ default: module.CustomerDrawer })))
const StatementDrawer = lazy(() =>
  import('../statements/StatementDrawer.tsx').then((module) => ({ default: module.StatementDrawer })),
)

/** What any screen can open over itself by its address: `?customer=12`, `?customer=12&statement=wallet`, `?statement=admin:3`. */
export function Drawers() {
  const search = useSearch({ strict: false }) as DrawerAddress
  const { close } = useDrawers()
  const customer = /^\d{1,15}$/.test(String(search.customer ?? '')) ? Number(search.customer) : undefined
  const source = sourceFrom(search.statement)
  useFocusReturned(customer !== undefined || source !== undefined)
  return (
    <Suspense>
      {customer !== undefined && <CustomerDrawer key={customer} id={customer} onClose={close} />}
      {source && <StatementDrawer key={search.statement} source={source} onClose={close} />}
    </Suspense>
  )
}

/** What opened a drawer gets the focus back when it closes, as long as it is still there. */
function useFocusReturned(isOpen: boolean): void {
  useLayoutEffect(() => {
    const from = document.activeElement
    if (!isOpen || !(from instanceof HTMLElement)) return
    return () => void setTimeout(() => from.isConnected && from.focus())
  }, [isOpen])
}
