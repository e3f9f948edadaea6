import { Link } from '@tanstack/react-router'
import type { ModuleKey } from '#contract/access.ts'
import { formatTk } from '#contract/money.ts'
import { explain } from '#contract/statement-lines.ts'
import type { StatementLine } from '#contract/statements.ts'
import { useCan } from '../../calls/session.ts'
import { Nothing } from '../../lists/cells/Nothing.tsx'
import { When } from '../../lists/cells/When.tsx'
import { column } from '../../ui/table/columns.ts'
import { t, useT } from '../../ui/text/i18n.ts'
import type { StoreAccount } from './sources.ts'
import classes from './statement.module.css'

export const statementColumns = [
  column<StatementLine>('at', 'When', { widthPx: 140, show: ({ at }) => <When instant={at} /> }),
  column<StatementLine>('explanation', 'What', { widthPx: 250, show: (line) => <What line={line} /> }),
  column<StatementLine>('in', 'In', {
    widthPx: 96,
    isNumber: true,
    show: ({ amount }) => (amount > 0 ? <b className={classes.in}>+{formatTk(amount)}</b> : <Nothing />),
  }),
  column<StatementLine>('out', 'Out', {
    widthPx: 96,
    isNumber: true,
    show: ({ amount }) => (amount < 0 ? <b className={classes.out}>{formatTk(amount)}</b> : <Nothing />),
  }),
  column<StatementLine>('balance_after', 'Balance', {
    widthPx: 100,
    isNumber: true,
    show: ({ balance_after }) => (balance_after === null ? <Nothing /> : formatTk(balance_after)),
  }),
]

function What({ line }: { line: StatementLine }) {
  const explanation = explain(line, useT())
  const can = useCan()
  const place = placeOf(line, can)
  const details = [line.by, line.reason].filter(Boolean).join(' · ')
  return (
    <span className={classes.what}>
      {place ? (
        <Link {...place} className={classes.record}>
          {explanation}
        </Link>
      ) : (
        explanation
      )}
      {details && <small>{details}</small>}
    </span>
  )
}

/** Permission needed to open the list of such records. */
const REQUIRED_MODULES = {
  order: 'orders_view',
  product_order: 'product_orders_view',
  wallet_add: 'wallet_adds_view',
  withdrawal: 'withdrawals_view',
  hand_over: 'hand_overs_view',
} as const satisfies Record<string, ModuleKey>

/** Link to the record behind a line. */
function placeOf({ source, source_id }: StatementLine, can: (module: ModuleKey) => boolean) {
  if (source === null || source_id === null) return undefined
  const needed = REQUIRED_MODULES[source as keyof typeof REQUIRED_MODULES]
  if (needed && !can(needed)) return undefined
  if (source === 'order') return { to: '/order', search: { status: 'all', order_id: String(source_id) } } as const
  if (source === 'product_order') return { to: '/product-order', search: { status: 'all', q: `#${source_id}` } } as const
  const lists = { wallet_add: '/add-wallet', withdrawal: '/withdraw-earn-wallet', hand_over: '/admin-wallet' } as const
  const to = lists[source as keyof typeof lists]
  return to ? ({ to, search: { q: `#${source_id}` } } as const) : undefined
}

export const walletLabel = (wallet: string): string =>
  t({ wallet: 'Wallet', earn_wallet: 'Earn wallet', earn_hold: 'Pending withdrawals' }[wallet] ?? wallet)

const STORE_LABELS: Readonly<Record<StoreAccount, string>> = {
  orders_held: 'Orders held',
  sales: 'Sales',
  adjustments: 'Adjustments',
  in_transit: 'In transit',
  store_cash: 'Store cash',
  payouts: 'Payouts',
}

export const storeAccountLabel = (account: StoreAccount): string => t(STORE_LABELS[account])
