import type { Input, Output } from '#contract/endpoint.ts'
import { may } from '#contract/roles.ts'
import type { statements } from '#contract/statements.ts'
import { csvHead, csvLine, shopTime, timeTitle } from '../../core/exports/csv.ts'
import { exportHandler } from '../../core/exports/handlers.ts'
import type { Kind } from '../../core/exports/rows.ts'
import { shopZone } from '../../core/settings/shop-facts.ts'
import { type Context, type Handlers, holds, ordersSeen } from '../../platform/context.ts'
import { found } from '../../platform/errors.ts'
import { type AccountOwner, findAccount, readLines, type Visibility, walkLines } from './queries.ts'

const BATCH = 1_000

const KINDS_OF_COLUMNS: readonly Kind[] = ['id', 'moment', 'text', 'amount', 'amount', 'text', 'text']

const KINDS = { wallet: 'user_wallet', earn_wallet: 'earn_wallet', earn_hold: 'earn_hold' } as const

export const statementHandlers: Handlers<typeof statements> = {
  user: (ctx, { id, wallet, ...page }) => show(ctx, walletOf(ctx, id, wallet), page),
  admin: (ctx, { id, ...page }) => show(ctx, cashOf(ctx, id), page),
  own: (ctx, page) => show(ctx, cashOf(ctx, ctx.admin.id), page),
  store: (ctx, { account, ...page }) => show(ctx, { kind: account }, page),
  exportUser: exportHandler<Input<typeof statements.exportUser>>({
    name: ({ id, wallet }) => `statement-user-${id}-${wallet}`,
    check: (ctx, { id, wallet }) => find(ctx, walletOf(ctx, id, wallet)),
    kinds: KINDS_OF_COLUMNS,
    csv: (ctx, { id, wallet }) => streamCsv(ctx, walletOf(ctx, id, wallet)),
  }),
  exportAdmin: exportHandler<Input<typeof statements.exportAdmin>>({
    name: ({ id }) => `statement-admin-${id}`,
    check: (ctx, { id }) => find(ctx, cashOf(ctx, id)),
    kinds: KINDS_OF_COLUMNS,
    csv: (ctx, { id }) => streamCsv(ctx, cashOf(ctx, id)),
  }),
}

/** Only super admins see a deleted customer's wallet, which may still get a refund. */
const walletOf = ({ admin }: Context, userId: number, wallet: keyof typeof KINDS): AccountOwner => ({
  userId,
  kind: KINDS[wallet],
  orDeleted: may(admin, 'run_the_shop'),
})

/** Only super admins see a deleted admin's cash. */
const cashOf = ({ admin }: Context, adminId: number): AccountOwner => ({ adminId, orDeleted: may(admin, 'run_the_shop') })

const find = async (ctx: Context, owner: AccountOwner) => found(await findAccount(ctx.db, owner))

const visibilityOf = ({ admin }: Context): Visibility => ({
  packages: ordersSeen(admin),
  productOrders: holds(admin, 'product_orders_view'),
})

const show = async (
  ctx: Context,
  owner: AccountOwner,
  page: Parameters<typeof readLines>[3],
): Promise<Output<typeof statements.user>> => {
  const found = await find(ctx, owner)
  const { account, balance, frozen } = found
  return { account, balance, frozen, ...(await readLines(ctx.db, found, visibilityOf(ctx), page)) }
}

const streamCsv = async function* (ctx: Context, owner: AccountOwner): AsyncGenerator<string> {
  const { id } = await find(ctx, owner)
  // One zone for the whole file, even if the setting changes.
  const zone = shopZone()
  yield csvHead(['Journal', timeTitle('At', zone), 'What', 'Amount', 'Balance after', 'By', 'Reason'])
  for await (const lines of walkLines(ctx.db, id, visibilityOf(ctx), BATCH)) {
    yield lines
      .map((line) =>
        csvLine([line.id, shopTime(line.at, zone), line.explanation, line.amount, line.balance_after, line.by, line.reason]),
      )
      .join('')
  }
}
