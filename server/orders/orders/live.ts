import { type desk, LIVE_LISTS, type LiveList } from '#contract/desk.ts'
import { type Admin, holds, rightsOf, type Streamed } from '../../platform/context.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Change } from '../../platform/events/changes.ts'
import { findOrders } from './list.ts'

type ChangedOrder = Awaited<ReturnType<typeof findOrders>>[number]

/** Heartbeat. Not sent per change, which would reveal the pace of orders outside the reader's scope. */
const HEARTBEAT_MS = 15_000
const MAX_ROWS = 50

// All streams share one change object, so its rows are read once.
const rowsOf = new WeakMap<Change, Promise<ChangedOrder[]>>()

const readRows = (db: Db, change: Change): Promise<ChangedOrder[]> => {
  let rows = rowsOf.get(change)
  if (!rows) {
    rows = findOrders(db, null, change.orders)
    rowsOf.set(change, rows)
    rows.catch(() => rowsOf.delete(change))
  }
  return rows
}

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** Rights are checked for each change. If they differ, the stream ends and the reader reconnects. */
export const streamChanges: Streamed<typeof desk.events> = {
  type: 'text/event-stream; charset=utf-8',
  async *stream(ctx) {
    const rights = rightsOf(ctx.admin)
    yield event('ready', {})
    let lastSentAt = performance.now()
    for await (const change of ctx.follow()) {
      const admin = await ctx.reauthorise()
      if (!admin) return
      if (change.isAccess) yield event('access', {})
      if (rightsOf(admin) !== rights) return
      const news = (await eventsOf(ctx.db, change, admin)).join('')
      if (!news && performance.now() - lastSentAt < HEARTBEAT_MS) continue
      yield news || ': still here\n\n'
      lastSentAt = performance.now()
    }
  },
}

const eventsOf = async (db: Db, change: Change, admin: Admin): Promise<string[]> => {
  if (change.isMany || change.orders.length > MAX_ROWS) return [event('stale', {})]
  const lists = LIVE_LISTS.filter((list) => change.lists.includes(list) && maySee(admin, list))
  const isRead = change.orders.length > 0 && holds(admin, 'orders_view')
  const orders = isRead ? visible(await readRows(db, change), admin) : []
  return [...orders.map((order) => event('order', order)), ...(lists.length > 0 ? [event('lists', lists)] : [])]
}

const visible = (rows: ChangedOrder[], { package_ids }: Admin) =>
  rows.filter((row) => package_ids === null || package_ids.includes(row.package_id)).map(({ package_id: _, ...order }) => order)

/** Every admin has their own hand-overs. */
const maySee = (admin: Admin, list: LiveList) => {
  if (list === 'wallet_adds') return holds(admin, 'wallet_adds_view')
  if (list === 'withdrawals') return holds(admin, 'withdrawals_view')
  if (list === 'vouchers') return holds(admin, 'vouchers_view')
  if (list === 'product_orders') return holds(admin, 'product_orders_view')
  if (list === 'campaigns') return holds(admin, 'campaigns_send')
  return true
}
