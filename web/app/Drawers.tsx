import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { sourceFrom } from '../kit/statement/sources.ts'

const CustomerDrawer = lazy(() => import('../users/CustomerDrawer.tsx').then((module) => ({ default: module.CustomerDrawer })))
const StatementDrawer = lazy(() =>
  import('../statements/StatementDrawer.tsx').then((module) => ({ default: module.StatementDrawer })),
)

/** What any screen can open over itself by its address: `?customer=12`, `?statement=admin:3`. */
export function Drawers() {
  const search = useSearch({ strict: false }) as { customer?: string | number; statement?: string }
  const navigate = useNavigate()
  const customer = /^\d{1,15}$/.test(String(search.customer ?? '')) ? Number(search.customer) : undefined
  const source = sourceFrom(search.statement)
  const close = () => {
    const without = (before: Record<string, unknown>) => ({ ...before, customer: undefined, statement: undefined })
    void navigate({ to: '.', search: without as never, replace: true, resetScroll: false })
  }
  return (
    <Suspense>
      {customer !== undefined && <CustomerDrawer key={customer} id={customer} onClose={close} />}
      {source && <StatementDrawer key={search.statement} source={source} onClose={close} />}
    </Suspense>
  )
}
