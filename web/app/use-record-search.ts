import { useDebouncedValue } from '@mantine/hooks'
import { IconCashBanknote, IconMessage, IconShoppingCart } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { FILTER_DEBOUNCE_MS } from '#contract/limits.ts'
import { formatTk } from '#contract/money.ts'
import { orders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { useCan } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { useT } from '../ui/text/i18n.ts'
import type { Command } from './command.ts'

/** What is pasted from a customer's message: ids, phones and TrxIDs have so many characters, and one is a digit. */
const NUMBER = /^#?(?=.*\d)[\w+@.-]{4,}$/
const SHOWN = 3

/** Orders, wallet adds and payments of a typed number with their status, as far as the admin may see them. Each opens where it is worked on. */
export function useRecordSearch(typed: string): Command[] {
  const t = useT()
  const can = useCan()
  const navigate = useNavigate()
  const [q] = useDebouncedValue(typed, FILTER_DEBOUNCE_MS)
  const isNumber = NUMBER.test(q)
  const seesMoney = isNumber && can('wallet_adds_view')
  const find = { q, limit: SHOWN }
  const ordered = useData(orders.list, find, { enabled: isNumber && can('orders_view') }).data
  const added = useData(walletAdds.list, find, { enabled: seesMoney }).data
  const paid = useData(payments.list, find, { enabled: seesMoney }).data
  // Results for an earlier text would vanish as the admin reaches for them.
  if (!isNumber || q !== typed) return []
  return [
    ...(ordered?.orders ?? []).map(({ id, amount, status, name, User }) => ({
      id: `order-${id}`,
      text: [t('Order {{id}}', { id }), status, formatTk(amount), name, User.username].join(' · '),
      english: '',
      icon: IconShoppingCart,
      run: () => void navigate({ to: '/order', search: { status: 'all', order: String(id) } }),
    })),
    ...(added?.transactions ?? []).map(({ id, amount, status, User }) => ({
      id: `wallet-add-${id}`,
      text: [t('Wallet add {{id}}', { id }), status, formatTk(amount), User.username].join(' · '),
      english: '',
      icon: IconCashBanknote,
      run: () => void navigate({ to: '/add-wallet', search: { q: `#${id}` } }),
    })),
    ...(paid?.payments ?? []).map(({ id, amount, payer, wallet_add_id: added }) => ({
      id: `payment-${id}`,
      text: [
        t('Payment {{id}}', { id }),
        added === null ? t('No wallet add') : t('Wallet add {{id}}', { id: added }),
        amount !== null && formatTk(amount),
        payer,
      ]
        .filter(Boolean)
        .join(' · '),
      english: '',
      icon: IconMessage,
      run: () => void navigate({ to: '/payments', search: { payment: String(id) } }),
    })),
  ]
}
