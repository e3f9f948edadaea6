import type { desk } from '#contract/desk.ts'
import type { Admin, Streamed } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Change } from '../events/changes.ts'
import { findOrders } from './queries.ts'

type ChangedOrder = Awaited<ReturnType<typeof findOrders>>[number]

/** Past this many rows a reader is better off reading its page again. */
const MOST_ROWS = 50

// All streams of this server are told of the same change object: the rows are read once for all of them.
const rowsOf = new WeakMap<Change, Promise<ChangedOrder[]>>()

const readRows = (db: Db, change: Change): Promise<ChangedOrder[]> => {
  let rows = rowsOf.get(change)
  if (!rows) {
    rows = findOrders(db, change.orders)
    rowsOf.set(change, rows)
  }
  return rows
}

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** Live changes of the orders that the reader may see at that moment: asked again for every change, and ended once he may not. */
export const streamOrders: Streamed<typeof desk.events> = {
  type: 'text/event-stream; charset=utf-8',
  async *stream(ctx) {
    yield event('ready', {})
    for await (const change of ctx.follow()) {
      const admin = await ctx.reauthorise()
      if (!admin) return
      if (change.isAccess) yield event('access', {})
      if (!change.isAccess && !change.isMany && change.orders.length === 0) yield ': still here\n\n'
      if (change.isMany || change.orders.length > MOST_ROWS) yield event('stale', {})
      else for (const order of visible(await readRows(ctx.db, change), admin)) yield event('order', order)
    }
  },
}

const visible = (rows: ChangedOrder[], { package_ids }: Admin) =>
  rows.filter((row) => package_ids === null || package_ids.includes(row.package_id)).map(({ package_id: _, ...order }) => order)
