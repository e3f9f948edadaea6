import { IconHistory } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { desk, type OrderDetails } from '#contract/desk.ts'
import type { Output } from '#contract/endpoint.ts'
import { formatTk } from '#contract/money.ts'
import { users } from '#contract/users.ts'
import { useT } from '../ui/text/i18n.ts'
import type { Command } from './command.ts'
import { RECENT, type Recent, readRecent } from './recent.ts'

/** What was opened or done last, the latest first. Acts are those that `known` has. */
export function useRecent(known: readonly Command[]): Command[] {
  const navigate = useNavigate()
  const textOf = useRecordText()
  return readRecent().flatMap((one): Command[] => {
    const id = RECENT + one.id
    const { to, search } = one
    if (to) {
      const run = () => void navigate({ to, search: search as never })
      return [{ id, text: textOf(one), english: '', icon: IconHistory, run }]
    }
    return known.filter((command) => command.id === one.id).map((command) => ({ ...command, id }))
  })
}

/** A record as it was last read. */
function useRecordText(): (record: Recent) => string {
  const t = useT()
  const client = useQueryClient()
  return ({ to, search = {} }) => {
    const id = Number(search.order ?? search.customer ?? search.payment)
    if (search.customer) {
      const read = client.getQueryData<Output<typeof users.drawer>>([users.drawer.path, { id }])
      return [t('Customer {{id}}', { id }), read?.user.username].filter(Boolean).join(' · ')
    }
    if (search.payment) return t('Payment {{id}}', { id })
    if (to === '/product-order') return t('Product order {{id}}', { id })
    const order = client.getQueryData<OrderDetails>([desk.details.path, { id }])?.order
    const facts = order ? [order.status, formatTk(order.amount), order.name, order.User.username] : []
    return [t('Order {{id}}', { id }), ...facts].join(' · ')
  }
}
