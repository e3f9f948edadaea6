import type { desk } from '#contract/desk.ts'
import type { Input } from '#contract/endpoint.ts'
import type { OrderRow } from '#contract/orders.ts'
import type { Context } from '../../platform/context.ts'
import { Conflict } from '../../platform/errors.ts'
import { lockOrder, present, refuseIfHeldByOther } from './decide.ts'

/** Corrects whom an open order is for. Its holder may be delivering it: nobody else does so meanwhile. */
export const correctPlayerId = async (ctx: Context, input: Input<typeof desk.correctPlayerId>): Promise<OrderRow> => {
  const { id, playerid, expected_playerid } = input
  const order = await lockOrder(ctx, id)
  await refuseIfHeldByOther(ctx, order, { isConfirmed: false, expectedHolder: undefined, isOpening: false })
  if (order.status !== 'pending' && order.status !== 'in_progress') {
    throw new Conflict('order_closed', { order: await present(ctx, order) })
  }
  if (expected_playerid !== undefined && expected_playerid !== order.playerid) {
    throw new Conflict('changed', { order: await present(ctx, order) })
  }
  await ctx.db.updateTable('orders').set({ playerid }).where('id', '=', id).execute()
  ctx.note({ before: { playerid: order.playerid }, unchanged: playerid === order.playerid })
  return present(ctx, order)
}
