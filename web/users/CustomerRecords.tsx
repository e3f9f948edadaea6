import { Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { formatTk } from '#contract/money.ts'
import type { UserDrawer } from '#contract/users.ts'
import { StatusBadge } from '../kit/cells/StatusBadge.tsx'
import { When } from '../kit/cells/When.tsx'
import { useT } from '../kit/i18n.ts'
import classes from './customer.module.css'

/** His newest orders, orders of products, wallet adds and withdrawals; what one may not see is left out. */
export function CustomerRecords({ drawer: { orders, product_orders, transactions, withdrawals } }: { drawer: UserDrawer }) {
  const t = useT()
  return (
    <Stack gap="md">
      {orders && (
        <Records title="Last orders" count={orders.length}>
          {orders.map((order) => (
            <li key={order.id}>
              <Link
                to="/order"
                search={{ status: 'all', order_id: String(order.id) }}
                aria-label={t('Order {{id}}', { id: order.id })}
              >
                #{order.id}
              </Link>
              <span>
                {order.product}, {order.name}
              </span>
              <Money {...order} />
            </li>
          ))}
        </Records>
      )}
      {product_orders && (
        <Records title="Last product orders" count={product_orders.length}>
          {product_orders.map((order) => (
            <li key={order.id}>
              <Link
                to="/product-order"
                search={{ status: 'all', q: `#${order.id}` }}
                aria-label={t('Product order {{id}}', { id: order.id })}
              >
                #{order.id}
              </Link>
              <span>
                {order.name} × {order.quantity}
              </span>
              <Money {...order} />
            </li>
          ))}
        </Records>
      )}
      {transactions && (
        <Records title="Last wallet adds" count={transactions.length}>
          {transactions.map((row) => (
            <li key={row.id}>
              <Link to="/add-wallet" search={{ q: `#${row.id}` }} aria-label={t('Wallet add {{id}}', { id: row.id })}>
                #{row.id}
              </Link>
              <span>{row.number}</span>
              <Money {...row} />
            </li>
          ))}
        </Records>
      )}
      {withdrawals && (
        <Records title="Last withdrawals" count={withdrawals.length}>
          {withdrawals.map((row) => (
            <li key={row.id}>
              <Link to="/withdraw-earn-wallet" search={{ q: `#${row.id}` }} aria-label={t('Withdrawal {{id}}', { id: row.id })}>
                #{row.id}
              </Link>
              <span>{row.number}</span>
              <Money {...row} />
            </li>
          ))}
        </Records>
      )}
    </Stack>
  )
}

function Records({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const t = useT()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb={4}>
        {t(title)}
      </Title>
      {count > 0 ? (
        <ul className={classes.records}>{children}</ul>
      ) : (
        <Text c="dimmed" size="sm">
          {t('No data to show')}
        </Text>
      )}
    </section>
  )
}

const Money = ({ amount, status, created_at }: { amount: number; status: string; created_at: string }) => (
  <>
    <b>{formatTk(amount)}</b>
    <StatusBadge status={status} />
    <When instant={created_at} />
  </>
)
