import { Skeleton, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dashboard, type Performance, type TopCustomer } from '#contract/dashboard.ts'
import { formatNumber, formatTk } from '#contract/money.ts'
import type { ApiError } from '../calls/api.ts'
import { useLivePoll } from '../calls/live/live.ts'
import { useCan, useIsScoped } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { CustomerLink } from '../lists/cells/CustomerLink.tsx'
import { today } from '../lists/filters/days.ts'
import { Empty } from '../ui/Empty.tsx'
import { ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'
import classes from './dashboard.module.css'

interface BestColumn<R> {
  readonly label: string
  readonly show: (row: R) => ReactNode
}

/** 'Top Custommer (limit 5)': the customers who bought most in 30 days. */
export function Customers() {
  const opens = useCan()('users_view')
  const query = useData(dashboard.topCustomers, {}, { refetchInterval: useLivePoll(60_000) })
  const hasAmounts = query.data?.data.some(({ amount }) => amount !== null)
  const columns: BestColumn<TopCustomer>[] = [
    { label: 'Customer', show: ({ user_id, username }) => <CustomerLink id={user_id} name={username} opens={opens} /> },
    { label: 'Completed orders', show: ({ completed_orders }) => formatNumber(completed_orders) },
    ...(hasAmounts ? [{ label: 'Amount', show: ({ amount }: TopCustomer) => amount !== null && formatTk(amount) }] : []),
  ]
  return (
    <BestTable
      title="Top Custommer (limit 5)"
      about="By completed amount in the last 30 days"
      columns={columns}
      rows={query.data?.data.map((row) => ({ ...row, key: row.user_id }))}
      query={query}
    />
  )
}

export function Performances() {
  const isScoped = useIsScoped()
  const query = useData(dashboard.performance, {}, { refetchInterval: useLivePoll() })
  const columns: BestColumn<Performance>[] = [
    { label: 'Admin', show: nameOf },
    { label: 'Completed today', show: (row) => <OfToday of={row} /> },
    { label: 'Completed in total', show: ({ completed_total }) => formatNumber(completed_total) },
  ]
  return (
    <BestTable
      title="Admin Performance"
      about={isScoped ? 'Completed top-up orders of your packages' : 'Completed top-up orders'}
      columns={columns}
      rows={query.data?.data.map((row) => ({ ...row, key: row.admin_id }))}
      query={query}
    />
  )
}

/** The admin's shift sheet of today; no list has orders by who completed them. */
function OfToday({ of: { admin_id, completed_today } }: { of: Performance }) {
  const whose = useCan()('shift_view') ? { admin_id: String(admin_id) } : {}
  return (
    <Link to="/shift" search={{ from: today(), to: today(), ...whose }} className={classes.figureLink}>
      {formatNumber(completed_today)}
    </Link>
  )
}

interface BestTableProps<R> {
  readonly title: string
  readonly about: string
  readonly columns: readonly BestColumn<R>[]
  /** Undefined until they have loaded. */
  readonly rows: readonly (R & { readonly key: number })[] | undefined
  readonly query: Pick<UseQueryResult<unknown, ApiError>, 'error' | 'refetch'>
}

export function BestTable<R>({ title, about, columns, rows, query }: BestTableProps<R>) {
  const t = useT()
  return (
    <section className={classes.panel} aria-label={t(title)}>
      <Title order={2}>{t(title)}</Title>
      <p className={classes.about}>{t(about)}</p>
      <ReadError query={query} />
      {rows?.length === 0 && <Empty />}
      {!rows && !query.error && <Skeleton height={120} />}
      {rows && rows.length > 0 && (
        <table className={classes.table} aria-label={t(title)}>
          <thead>
            <tr>
              {columns.map(({ label }, at) => (
                <th key={label} scope="col" data-number={at > 0 || undefined}>
                  {t(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                {columns.map(({ label, show }, at) => (
                  <td key={label} data-number={at > 0 || undefined} data-label={t(label)}>
                    {show(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
