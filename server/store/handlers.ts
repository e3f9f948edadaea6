import { sql } from 'kysely'
import type { Input, Output } from '#contract/endpoint.ts'
import type { Tk } from '#contract/money.ts'
import { store } from '#contract/store.ts'
import { book } from '../core/decisions/decisions.ts'
import { WITHDRAWALS } from '../core/decisions/money-declarations.ts'
import { ORDERS } from '../core/decisions/order-declarations.ts'
import { completeAtOnce } from '../core/delivery/automatic.ts'
import { lockRecipe } from '../core/delivery/codes.ts'
import { adjust, lockBalance } from '../core/ledger/adjustments.ts'
import { completePaid } from '../core/payments/automatic.ts'
import { contestTrxId, lockTrxId, matchTrxId } from '../core/payments/match.ts'
import { isMethodShown } from '../core/shown-payment-methods.ts'
import { type Context, type Handlers, phases } from '../platform/context.ts'
import { type Db, query } from '../platform/db/connect.ts'
import { nextIds } from '../platform/db/next-ids.ts'
import { Conflict, found, Invalid, SavedConflict } from '../platform/errors.ts'
import { readStoreCatalog } from './catalog.ts'
import { findByPhone, findUser, recordKnown, requireUser } from './customers.ts'
import { readOrder, repeatWithCodes } from './orders.ts'
import { payFromWallet } from './pay.ts'
import { productOrderHandlers } from './product-orders.ts'
import { recordHandlers } from './records.ts'
import { hashForStore, signInHandlers } from './sign-in.ts'

type WalletAdd = Output<typeof store.walletAdd>
type Withdrawal = Output<typeof store.withdrawal>

const WITHDRAWAL = ['id', 'user_id', 'amount', 'number', 'reference', 'payment_method_id', 'status', 'created_at'] as const
const WALLET_ADD = [...WITHDRAWAL, sql<string>`coalesce(trx_id, '')`.as('trx_id')] as const

export const storeHandlers: Handlers<typeof store> = {
  addUser: phases(store.addUser, {
    attempt: async () => undefined,
    // Before a connection is taken, because hashing occupies a core for a while.
    prepare: async ({ password }) => (password === undefined ? undefined : hashForStore(password)),
    async run(ctx, input, password_hash: string | undefined) {
      const { username, phone, email, first_name, last_name, password: _, ...given } = input
      const person = { username, phone, email, first_name, last_name }
      const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      // The unique phone decides between concurrent calls; the loser reads the winner's row.
      const created = await ctx.db
        .insertInto('users')
        .values({ ...person, password_hash: password_hash ?? null, ...known })
        .onConflict((conflict) => conflict.column('phone_digits').where('deleted_at', 'is', null).doNothing())
        .returning('id')
        .executeTakeFirst()
      // The caller is not known to be the existing customer, so they get neither that account nor a new password for it.
      if (!created && password_hash !== undefined) throw new Conflict('user_phone_taken', undefined, 'phone')
      const user = found(await findByPhone(ctx.db, phone))
      ctx.note({ subjectId: user.id, created: created !== undefined })
      if (created) ctx.note({ ...person, ...(password_hash && { password_changed: true }) })
      else ctx.note(await recordKnown(ctx.db, user.id, known))
      return user
    },
  }),

  async user(ctx, { id }) {
    return found(await findUser(ctx.db, id))
  },

  ...signInHandlers,

  catalog: (ctx, { changed_since }) => readStoreCatalog(ctx.db, changed_since),

  async addWallet(ctx, input) {
    await requireUser(ctx.db, input.user_id)
    const { payment_method_id: methodId, trx_id } = input
    if (methodId !== undefined) await requirePaymentMethod(ctx.db, methodId)
    const hasNotice = methodId !== undefined && trx_id !== ''
    if (hasNotice) await lockTrxId(ctx.db, methodId, trx_id)
    const walletAdd = await ctx.db
      .insertInto('wallet_adds')
      .values({
        user_id: input.user_id,
        payment_method_id: input.payment_method_id ?? null,
        amount: input.amount,
        number: input.number,
        trx_id: input.trx_id === '' ? null : input.trx_id,
        reference: input.reference ?? null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(WALLET_ADD)
      .$narrowType<Pick<WalletAdd, 'status'>>()
      .executeTakeFirst()
    if (!walletAdd) {
      const paid = await findPaid(ctx.db, input)
      if (!paid) throw new Conflict('reference_used', undefined, 'reference')
      const isContested = await contestTrxId(ctx.db, methodId ?? null, trx_id, input.user_id)
      throw new (isContested ? SavedConflict : Conflict)('trx_id_used', paid, 'trx_id')
    }
    ctx.note({ subjectId: walletAdd.id })
    const matched = hasNotice ? await matchTrxId(ctx.db, methodId, trx_id) : undefined
    const isCompleted = matched !== undefined && (await completePaid(ctx, matched))
    return isCompleted ? { ...walletAdd, status: 'completed' } : walletAdd
  },

  walletAdd: async (ctx, { id }) => found(await walletAdds(ctx.db).where('id', '=', id).executeTakeFirst()),

  async earn(ctx, { user_id, amount, reason }) {
    await requireUser(ctx.db, user_id)
    await adjust(ctx.db, { userId: user_id, wallet: 'earn_wallet', kind: 'earned', amount, adminId: null, reason })
    ctx.note({ subjectId: user_id })
    return { user_id, amount, earn_wallet: await lockBalance(ctx.db, user_id, 'earn_wallet') }
  },

  async withdraw(ctx, input) {
    await requireUser(ctx.db, input.user_id)
    if (input.payment_method_id !== undefined)
      await requirePaymentMethod(ctx.db, input.payment_method_id, isMethodShown('status'))
    const { reopens, ...withdrawal } = await ctx.db
      .insertInto('withdrawals')
      .values({ ...input, payment_method_id: input.payment_method_id ?? null, reference: input.reference ?? null })
      .returning([...WITHDRAWAL, 'reopens'])
      .$narrowType<Pick<Withdrawal, 'status'>>()
      .executeTakeFirstOrThrow()
    await book(ctx.db, WITHDRAWALS, { ...withdrawal, user_id: input.user_id, reopens }, ['requested'], null)
    ctx.note({ subjectId: withdrawal.id })
    return withdrawal
  },

  async withdrawal(ctx, { id }) {
    const row = await ctx.db
      .selectFrom('withdrawals')
      .select(WITHDRAWAL)
      .where('id', '=', id)
      .$narrowType<Pick<Withdrawal, 'status'>>()
      .executeTakeFirst()
    return found(row)
  },

  async placeOrder(ctx, input) {
    repeatWithCodes(ctx)
    await requireUser(ctx.db, input.user_id)
    const item = await readPackage(ctx.db, input)
    const secrets = await readSecrets(ctx, item, input)
    if (item.sells_vouchers) await requireReadyCodes(ctx.db, input.package_id)
    const takesCredit = item.track_stock === 1
    const { id } = await ctx.db
      .insertInto('orders')
      .values({
        user_id: input.user_id,
        product_id: item.product_id,
        package_id: item.id,
        product_name: item.product_name,
        name: item.name,
        amount: item.price,
        bprice: item.bprice,
        cost: sql<Tk>`round(${item.bprice}::numeric * ${item.buy_rate}::numeric, 2)`,
        credit_taken: takesCredit ? item.bprice : (0 as Tk),
        playerid: input.playerid,
        phone: input.phone,
        reference: input.reference ?? null,
        ...secrets,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (takesCredit) {
      await ctx.db
        .updateTable('topup_products')
        .set({ price: sql`price - ${item.bprice}`, moved_by: `order:${id}` })
        .where('id', '=', item.product_id)
        .execute()
    }
    await payFromWallet(ctx.db, ORDERS, { id, user_id: input.user_id, amount: item.price })
    ctx.note({ subjectId: id, amount: item.price })
    if (item.automatic === 1) await completeAtOnce(ctx, id)
    return readOrder(ctx, id)
  },

  order: (ctx, { id }) => readOrder(ctx, id),

  ...productOrderHandlers,
  ...recordHandlers,
}

/** A customer who has paid is credited even if the method is no longer shown. Withdrawals to it are refused. */
const requirePaymentMethod = async (db: Db, id: number, condition = 'true') => {
  const method = await db
    .selectFrom('payment_methods')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`${sql.raw(condition)}`)
    .executeTakeFirst()
  if (!method) throw new Invalid('no_such_payment_method', 'payment_method_id')
}

const walletAdds = (db: Db) => db.selectFrom('wallet_adds').select(WALLET_ADD).$narrowType<Pick<WalletAdd, 'status'>>()

const findPaid = (db: Db, { payment_method_id, trx_id }: Input<typeof store.addWallet>) =>
  walletAdds(db)
    .where(sql<boolean>`coalesce(payment_method_id, 0) = ${payment_method_id ?? 0}`)
    .where(sql<boolean>`lower(trx_id) = lower(${trx_id})`)
    .executeTakeFirst()

/** Locks the package on sale until the order is saved: editors wait, and an order that waited for an editor sees the result. The
 * product is locked first, as editors do. Orders block each other only if they take from its stock. */
const readPackage = async (db: Db, { package_id, price }: Input<typeof store.placeOrder>) => {
  const statement = db
    .selectFrom('topup_packages as k')
    .innerJoin('topup_products as p', 'p.id', 'k.product_id')
    .select(['k.id', 'k.name', 'k.price', 'k.bprice', 'k.in_stock', 'k.sells_vouchers', 'k.automatic', 'k.product_id'])
    .select(['p.name as product_name', 'p.track_stock', 'p.buy_rate', 'p.isactivefortopup', 'p.is_active'])
    .where('k.id', '=', package_id)
    .where('k.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .forKeyShare('p')
    .forNoKeyUpdate('k')
  // After waiting for a move to another product, the join finds nothing; a new statement does.
  const item = (await statement.executeTakeFirst()) ?? (await statement.executeTakeFirst())
  if (!item) throw new Invalid('no_such_package', 'package_id')
  if (item.in_stock === 0 || item.is_active === 0) throw new Invalid('stock_out', 'package_id')
  if (price !== undefined && price !== item.price) throw new Conflict('price_changed', { price: item.price }, 'price')
  return item
}

/** Only for products that need them, and never stored unencrypted. */
const readSecrets = async (
  { db, vault }: Context,
  { isactivefortopup }: { isactivefortopup: number },
  { accounttype, ingamepassword, securitycode }: Input<typeof store.placeOrder>,
) => {
  if (isactivefortopup === 1) return {}
  if (accounttype === '') throw new Invalid('account_type_required', 'accounttype')
  if (ingamepassword === '') throw new Invalid('ingame_password_required', 'ingamepassword')
  const [id = 0] = await nextIds(db, 'orders', 1)
  return {
    id,
    accounttype,
    ingamepassword_sealed: vault.seal(ingamepassword, `order.ingamepassword ${id}`),
    securitycode_sealed: securitycode === '' ? null : vault.seal(securitycode, `order.securitycode ${id}`),
  }
}

/** Its recipe must find codes beyond those of open orders, which are serialized by the locks of its pools. */
const requireReadyCodes = async (db: Db, packageId: number) => {
  await lockRecipe(db, packageId)
  const [stock] = await query<{ codes_left: number }>(db, 'select codes_left from package_states where id = $1', [packageId])
  if (!stock?.codes_left) throw new Invalid('stock_out', 'package_id')
}
