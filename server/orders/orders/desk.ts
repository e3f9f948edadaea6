import { sql } from 'kysely'
import type { desk } from '#contract/desk.ts'
import type { Output } from '#contract/endpoint.ts'
import { BULK_ORDERS_MAX, CLAIM_RENEW_MS } from '#contract/limits.ts'
import { worded } from '#contract/messages.ts'
import type { OrderRow } from '#contract/orders.ts'
import { may, rolesThatMay } from '#contract/roles.ts'
import { lease } from '../../core/decisions/order-declarations.ts'
import { type Context, type Handlers, ordersSeen } from '../../platform/context.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { Conflict, Forbidden, found, unreadable } from '../../platform/errors.ts'
import { claim, decide, lockOrder } from './decide.ts'
import { readDetails } from './details.ts'
import { exportOrders } from './export.ts'
import { findOrder, listOrders } from './list.ts'
import { streamChanges } from './live.ts'
import { correctPlayerId } from './player-id.ts'
import { adminOrdersVisibleTo, ordersVisibleTo } from './queries.ts'
import { listViews, removeView, saveView } from './views.ts'

/** Adds the username to a name that two admins of the answer share. */
const DISAMBIGUATED_NAME = sql<string>`first_name || ' ' || last_name
  || case when count(*) over (partition by first_name, last_name) > 1 then ' (' || username || ')' else '' end`

/** A claim is renewed once it is this old: half the interval of renewals, or a quarter of a short lease. */
const AGED_AFTER = sql`least(${CLAIM_RENEW_MS / 2} * interval '1 ms', (${lease()} - now()) / 4)`

export const deskHandlers: Handlers<typeof desk> = {
  async takeNext(ctx, { list }) {
    ctx.onRepeat(async (db, stored) => {
      const { order } = stored as Output<typeof desk.takeNext>
      return { order: order && (await stillHeld(ctx, db, order)) }
    })
    const id = await takeOldest(ctx, await scopeOf(ctx, list))
    if (id === undefined) {
      ctx.note({ unchanged: true })
      return { order: null }
    }
    ctx.note({ subjectId: id, before: { status: 'pending' }, status: 'in_progress' })
    return { order: found(await findOrder(ctx.db, null, id)) }
  },

  async claim(ctx, input) {
    return { order: await claim(ctx, input) }
  },

  async renewClaims(ctx) {
    // An admin who may no longer see orders has lost their claims.
    const packages = ordersSeen(ctx.admin)
    const isHeldByAdmin = sql<boolean>`status = 'in_progress' and holder_id = ${ctx.admin.id}
      and (${packages}::bigint[] is null or package_id = any(${packages}))`
    // Changes of many orders make every page of their holder renew again: a second renewal must change nothing, or this never ends.
    await ctx.db
      .updateTable('orders')
      .set({ held_until: lease() })
      .where(isHeldByAdmin)
      .where(sql<boolean>`held_until not between ${lease()} - ${AGED_AFTER} and ${lease()}`)
      .execute()
    const held = await ctx.db
      .selectFrom('orders')
      .select(['id', sql<string>`held_until`.as('held_until')])
      .where(isHeldByAdmin)
      .execute()
    return { held }
  },

  details: (ctx, { id }) => readDetails(ctx, id),

  async reveal(ctx, { id, field }) {
    const order = await lockOrder(ctx, id)
    if (order.holder_id !== ctx.admin.id && !may(ctx.admin, 'run_the_shop')) throw new Forbidden('field')
    const sealed = await ctx.db
      .selectFrom('orders')
      .select(['ingamepassword_sealed', 'securitycode_sealed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const bytes = field === 'ingamepassword' ? sealed.ingamepassword_sealed : sealed.securitycode_sealed
    if (!bytes) throw new Conflict('secret_missing', { order: await findOrder(ctx.db, null, id) })
    const secret = ctx.vault.openIfOurs(bytes, `order.${field} ${id}`)
    if (secret === undefined) throw unreadable({ order: await findOrder(ctx.db, null, id) })
    return { secret }
  },

  async writeInternalNote(ctx, { id, internal_note, expected_note }) {
    await lockOrder(ctx, id)
    const before = await ctx.db.selectFrom('orders').select('internal_note').where('id', '=', id).executeTakeFirstOrThrow()
    if (expected_note !== undefined && expected_note !== before.internal_note) {
      throw new Conflict('changed', before)
    }
    await ctx.db.updateTable('orders').set({ internal_note }).where('id', '=', id).execute()
    ctx.note({ before, unchanged: before.internal_note === internal_note })
    return null
  },

  async correctPlayerId(ctx, input) {
    return { order: await correctPlayerId(ctx, input) }
  },

  async matching(ctx, { list, admin, ...filters }) {
    const query = { ...filters, page: 1, limit: BULK_ORDERS_MAX, sort: 'id', order: 'asc' } as const
    const { orders, total } = await listOrders(ctx.db, await scopeOf(ctx, list, admin), query)
    return { orders, total }
  },

  decideMany: {
    ids: ({ ids }) => ids,
    async one(ctx, id, { ids, without_code, with_code, playerids, ...decision }) {
      const deliver_voucher = without_code.includes(id) ? 0 : decision.deliver_voucher
      ctx.note({ deliver_voucher })
      const expects_code = with_code?.includes(id) ? 1 : 0
      const expected_playerid = playerids?.[ids.indexOf(id)]
      await decide(ctx, { ...decision, id, deliver_voucher, expects_code, expected_playerid, take_over: 0 })
    },
  },

  exportRows: exportOrders,
  events: streamChanges,

  async admins(ctx, { all }) {
    const data = await ctx.db
      .selectFrom('admins')
      .select(['id', DISAMBIGUATED_NAME.as('name')])
      .$if(all === 0, (some) => some.where('role', 'not in', rolesThatMay('hold_all_modules')))
      .where('deleted_at', 'is', null)
      .orderBy('first_name')
      .orderBy('id')
      .execute()
    return { data, total: data.length }
  },

  views: async (ctx, { screen }) => ({ views: await listViews(ctx, screen) }),

  saveView,
  removeView,
}

/** The present state of an order that was given before. Throws Conflict if another admin has it now: it must not be delivered twice. */
const stillHeld = async (ctx: Context, db: Db, { id }: OrderRow): Promise<OrderRow> => {
  const order = await findOrder(db, ordersVisibleTo(ctx), id)
  if (order?.holder_id !== ctx.admin.id) throw new Conflict(worded('order_not_reserved', { id }), { order })
  return order
}

const scopeOf = async (ctx: Context, list: 'orders' | 'admin', admin?: number): Promise<readonly number[] | null> =>
  list === 'admin' ? adminOrdersVisibleTo(ctx, admin) : ordersVisibleTo(ctx)

/** The caller claims the oldest pending order. An order that another admin is claiming now is skipped. */
const takeOldest = async (ctx: Context, scope: readonly number[] | null): Promise<number | undefined> => {
  // An admin's own calls run one after another: a retry would skip what the first call is claiming, and find nothing pending.
  await query(ctx.db, `select pg_advisory_xact_lock(hashtext('take_next'), $1::int)`, [ctx.admin.id])
  const inScope = scope ? sql`and package_id = any(${scope}::bigint[])` : sql``
  const taken = await sql<{ id: number }>`
    update orders set status = 'in_progress', holder_id = ${ctx.admin.id}, held_until = ${lease()}
    where id = (
      select id from orders where status = 'pending' ${inScope} order by id limit 1 for update skip locked
    )
    returning id`.execute(ctx.db)
  return taken.rows[0]?.id
}
