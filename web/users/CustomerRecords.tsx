import { Stack, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { formatTk } from '#contract/money.ts'
import type { UserDrawer } from '#contract/users.ts'
import { StatusBadge } from '../lists/cells/StatusBadge.tsx'
import { When } from '../lists/cells/When.tsx'
import { Section } from '../ui/Section.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './customer.module.css'

/** The customer's latest orders, product orders, wallet adds and withdrawals, as far as permitted. */
export function CustomerRecords({ drawer: { orders, product_orders, wallet_adds, withdrawals } }: { drawer: UserDrawer }) {
  const t = useT()
  return (
    <Stack gap="md">
      <Records
        title="Last orders"
        rows={orders}
        nameOf={(id) => t('Order {{id}}', { id })}
        addressOf={(id) => ({ to: '/order', search: { status: 'all', order_id: String(id) } })}
        descriptionOf={({ product, name }) => `${product}, ${name}`}
      />
      <Records
        title="Last product orders"
        rows={product_orders}
        nameOf={(id) => t('Product order {{id}}', { id })}
        addressOf={(id) => ({ to: '/product-order', search: { status: 'all', q: `#${id}` } })}
        descriptionOf={({ name, quantity }) => `${name} × ${quantity}`}
      />
      <Records
        title="Last wallet adds"
        rows={wallet_adds}
        nameOf={(id) => t('Wallet add {{id}}', { id })}
        addressOf={(id) => ({ to: '/add-wallet', search: { q: `#${id}` } })}
        descriptionOf={({ number }) => number}
      />
      <Records
        title="Last withdrawals"
        rows={withdrawals}
        nameOf={(id) => t('Withdrawal {{id}}', { id })}
        addressOf={(id) => ({ to: '/withdraw-earn-wallet', search: { q: `#${id}` } })}
        descriptionOf={({ number }) => number}
      />
    </Stack>
  )
}

interface Entry {
  readonly id: number
  readonly amount: number
  readonly status: string
  readonly created_at: string
}

interface RecordsProps<R extends Entry> {
  readonly title: string
  /** Null without permission. */
  readonly rows: readonly R[] | null
  readonly nameOf: (id: number) => string
  readonly addressOf: (id: number) => Pick<LinkProps, 'to' | 'search'>
  readonly descriptionOf: (row: R) => string
}

function Records<R extends Entry>({ title, rows, nameOf, addressOf, descriptionOf }: RecordsProps<R>) {
  const t = useT()
  if (!rows) return null
  return (
    <Section title={title} gap={4}>
      {rows.length > 0 ? (
        <ul className={classes.records}>
          {rows.map((row) => (
            <li key={row.id}>
              <Link {...addressOf(row.id)} aria-label={nameOf(row.id)}>
                #{row.id}
              </Link>
              <span>{descriptionOf(row)}</span>
              <b>{formatTk(row.amount)}</b>
              <StatusBadge status={row.status} />
              <When instant={row.created_at} />
            </li>
          ))}
        </ul>
      ) : (
        <Text c="dimmed" size="sm">
          {t('No data to show')}
        </Text>
      )}
    </Section>
  )
}
