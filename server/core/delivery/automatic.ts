import type { Context } from '../../platform/context.ts'
import { inPart, query } from '../../platform/db/connect.ts'
import { lock, move } from '../decisions/decisions.ts'
import { ORDERS } from '../decisions/order-declarations.ts'
import { takeCodes } from './codes.ts'
import { DUPLICATE_OF } from './duplicates.ts'

type Placing = Pick<Context, 'db' | 'vault' | 'log' | 'recordAbout'>

/** Completes an order that was just placed with the codes of its package. One that may be a duplicate, or finds no codes, stays pending
 * for an admin. */
export const completeAtOnce = async (ctx: Placing, id: number): Promise<void> => {
  const [order] = await query<{ is_alone: boolean }>(
    ctx.db,
    `select ${DUPLICATE_OF} is null as is_alone from orders o where id = $1`,
    [id],
  )
  if (!order?.is_alone) return
  try {
    await inPart(ctx.db, () => complete(ctx, id))
  } catch (error) {
    // The customer has paid: what fails here must not lose the order.
    ctx.log.warn({ err: error, order: id }, 'An order was not completed automatically')
  }
}

const complete = async (ctx: Placing, id: number) => {
  const { db } = ctx
  const order = await lock(db, ORDERS, id)
  const delivered = await takeCodes(ctx, order)
  if (typeof delivered === 'string') return
  const { set, facts } = delivered
  await move({ db, admin: { id: null }, note: () => undefined }, ORDERS, order, 'completed', { set })
  await ctx.recordAbout('order', id, { before: { status: order.status }, status: 'completed', automatic: 1, ...facts })
}
