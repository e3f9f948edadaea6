import type { VoucherQuery } from '#contract/vouchers.ts'
import { limitCodeLookups } from '../../platform/auth/limiter.ts'
import { type Context, holds } from '../../platform/context.ts'
import { listVouchers } from './queries.ts'

/** A page of vouchers. Admins who may reveal codes need not guess them. */
export const lookUp = (ctx: Context, query: VoucherQuery) => {
  const look = () => listVouchers(ctx, query)
  if (query.voucher === undefined || holds(ctx.admin, 'vouchers_reveal')) return look()
  return limitCodeLookups(ctx.db, ctx.admin.id, ctx.vault.index(query.voucher), look)
}
