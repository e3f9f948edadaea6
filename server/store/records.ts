import type { Input, Output } from '#contract/endpoint.ts'
import type { store } from '#contract/store.ts'
import type { Handlers } from '../platform/context.ts'
import { query } from '../platform/db/connect.ts'
import { readOrders } from './orders.ts'
import { PRODUCT_ORDER } from './product-orders.ts'

type Asked = Input<typeof store.orders>
type Event = Output<typeof store.events>['events'][number]

const WITHDRAWALS = 'select o.id, o.user_id, o.amount, o.number, o.reference, o.payment_method_id, o.status, o.created_at'
const WALLET_ADDS = `${WITHDRAWALS}, coalesce(o.trx_id, '') as trx_id from wallet_adds o`

export const recordHandlers: Pick<
  Handlers<typeof store>,
  'orders' | 'productOrders' | 'walletAdds' | 'withdrawals' | 'events'
> = {
  orders: (ctx, asked) => pageOf(asked, (which, parameters) => readOrders(ctx, which, parameters)),
  productOrders: (ctx, asked) => pageOf(asked, (which, parameters) => query(ctx.db, `${PRODUCT_ORDER} ${which}`, parameters)),
  walletAdds: (ctx, asked) => pageOf(asked, (which, parameters) => query(ctx.db, `${WALLET_ADDS} ${which}`, parameters)),
  withdrawals: (ctx, asked) =>
    pageOf(asked, (which, parameters) => query(ctx.db, `${WITHDRAWALS} from withdrawals o ${which}`, parameters)),

  async events(ctx, { after, limit }) {
    const rows = await query<Event & { number: number }>(
      ctx.db,
      `select number, id, event, created_at as at, payload as data from webhooks where number > $1 order by number limit $2`,
      [after, limit],
    )
    return { events: rows.map(({ number: _, ...event }) => event), next: rows.at(-1)?.number ?? after }
  },
}

/** By id, because pages by number would repeat rows once new ones come. One row more says whether there is a next page. */
const pageOf = async <R extends { id: number }>(
  { user_id, reference, before, limit }: Asked,
  read: (which: string, parameters: readonly unknown[]) => Promise<R[]>,
) => {
  const parameters: unknown[] = []
  // Conditions that are not asked for are left out: one plan for all would use no index.
  const conditions = Object.entries({ 'o.user_id =': user_id, 'o.reference =': reference, 'o.id <': before }).flatMap(
    ([condition, value]) => (value === undefined ? [] : `${condition} $${parameters.push(value)}`),
  )
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const rows = await read(`${where} order by o.id desc limit $${parameters.push(limit + 1)}`, parameters)
  const data = rows.slice(0, limit)
  return { data, next: rows.length > limit ? (data.at(-1)?.id ?? null) : null }
}
