import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import { MAX_TK } from '#contract/limits.ts'
import { worded } from '#contract/messages.ts'
import { formatTk, type Tk } from '#contract/money.ts'
import { users } from '#contract/users.ts'
import { readTimeline } from '../../core/audit/timeline.ts'
import { refuseBeyondDailyLimit } from '../../core/decisions/daily-limit.ts'
import { adjust, lockBalance, setWallet } from '../../core/ledger/adjustments.ts'
import { isOutdated } from '../../core/versions.ts'
import { hashPassword } from '../../platform/auth/passwords.ts'
import { type Context, type Handlers, holds, ordersSeen, phases } from '../../platform/context.ts'
import type { Db } from '../../platform/db/connect.ts'
import { Conflict, found, Invalid, NotFound } from '../../platform/errors.ts'
import { exportUsers } from './export.ts'
import {
  findUser,
  listUsers,
  NO_RELATED,
  newestMoney,
  newestOrders,
  newestProductOrders,
  RELATED_COUNTS,
  readDeletion,
} from './queries.ts'

const EDITED = ['phone', 'address', 'city', 'zip_code', 'is_banned'] as const
const USER_FACTS = [...EDITED, 'note', 'tags', 'password_changed']
// `wallet_before` appears in older rows.
const WALLET_FACTS = ['wallet', 'wallet_before', 'earn_wallet', 'amount', 'reason']

export const userHandlers: Handlers<typeof users> = {
  list: (ctx, query) => listUsers(ctx.db, ordersSeen(ctx.admin), query),

  exportRows: exportUsers,

  show: (ctx, { id }) => readUser(ctx, id),

  async drawer(ctx, { id }) {
    const { admin, db } = ctx
    const user = await readUser(ctx, id)
    const { note } = await readNote(db, id)
    return {
      user,
      note,
      wallets: { wallet: user.wallet, earn_wallet: user.earn_wallet, earn_hold: await heldOf(db, id) },
      orders: holds(admin, 'orders_view') ? await newestOrders(db, ordersSeen(admin), id) : null,
      product_orders: holds(admin, 'product_orders_view') ? await newestProductOrders(db, id) : null,
      wallet_adds: holds(admin, 'wallet_adds_view') ? await newestMoney(db, 'wallet_adds', id) : null,
      withdrawals: holds(admin, 'withdrawals_view') ? await newestMoney(db, 'withdrawals', id) : null,
    }
  },

  async timeline({ db, admin }, { id }) {
    if (!(await findUser(db, ordersSeen(admin), id))) throw new NotFound()
    return readTimeline(db, 'user', id, holds(admin, 'statements_view') ? [...USER_FACTS, ...WALLET_FACTS] : USER_FACTS)
  },

  update: phases(users.update, {
    attempt: async ({ admin }) => admin.id,
    // Before a connection is taken, because hashing occupies a core for a while.
    prepare: async ({ password }, adminId) => (password === undefined ? undefined : hashPassword(password, `admin ${adminId}`)),
    async run(ctx, input, password_hash: string | undefined) {
      const present = await lockUser(ctx, input.id)
      await refuseChanged(ctx, input)
      await writeFields(ctx, input, password_hash)
      const before = { ...replacedBy(input, present), ...(await moveWallet(ctx, input)) }
      ctx.note({ before, ...(password_hash === undefined ? {} : { password_changed: true }) })
      ctx.note({ unchanged: Object.keys(before).length === 0 && password_hash === undefined })
      return readUser(ctx, input.id)
    },
  }),

  async writeNote(ctx, { id, note, tags, expected_note, expected_tags }) {
    await lockUser(ctx, id)
    const present = await readNote(ctx.db, id)
    const seen = { note: expected_note ?? present.note, tags: expected_tags ?? present.tags }
    if (!isDeepStrictEqual(seen, present)) throw new Conflict('changed', present)
    await ctx.db.updateTable('users').set({ note, tags }).where('id', '=', id).execute()
    const before = {
      ...(note !== present.note && { note: present.note }),
      ...(!isDeepStrictEqual(tags, present.tags) && { tags: present.tags }),
    }
    ctx.note({ before, unchanged: Object.keys(before).length === 0 })
    return null
  },

  async remove(ctx, { id, confirmed, expected }) {
    await lockUser(ctx, id)
    const left = await readDeletion(ctx.db, id)
    // The admin confirmed what they saw, not what was added since.
    const known = confirmed === 0 ? NO_RELATED : expected
    if (left && known && RELATED_COUNTS.some((name) => left[name] > known[name])) {
      throw new Conflict('user_has_money', left)
    }
    const before = await ctx.db
      .updateTable('users')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', id)
      .returning(['username', 'first_name', 'last_name', 'phone', 'email'])
      .executeTakeFirst()
    ctx.note({ before, left })
    return null
  },

  async earnWallet(ctx, { id }) {
    const { username, earn_wallet } = await readUser(ctx, id)
    return { id, username, total_amount: earn_wallet, held: await heldOf(ctx.db, id) }
  },

  async adjustEarnWallet(ctx, { id, type, amount, reason, expected_total }) {
    await lockUser(ctx, id)
    const before = await lockBalance(ctx.db, id, 'earn_wallet')
    if (expected_total !== undefined && expected_total !== before) {
      throw new Conflict(worded('earn_wallet_changed', { now: formatTk(before) }), { total_amount: before }, 'amount')
    }
    const isAdded = type === 'add'
    const signed = (isAdded ? amount : -amount) as Tk
    const kind = isAdded ? 'added' : 'deducted'
    await adjust(ctx.db, { userId: id, wallet: 'earn_wallet', kind, amount: signed, adminId: ctx.admin.id, reason })
    await refuseBeyondDailyLimit(ctx, amount, 'amount')
    const after = await lockBalance(ctx.db, id, 'earn_wallet')
    ctx.note({ before: { earn_wallet: before }, earn_wallet: after })
    return { total_amount: after }
  },
}

const readUser = async (ctx: Context, id: number) => found(await findUser(ctx.db, ordersSeen(ctx.admin), id))

const readNote = (db: Db, id: number) =>
  db.selectFrom('users').select(['note', 'tags']).where('id', '=', id).executeTakeFirstOrThrow()

const heldOf = async (db: Db, userId: number): Promise<Tk> => {
  const { balance } = await db
    .selectFrom('accounts')
    .select('balance')
    .where('user_id', '=', userId)
    .where('kind', '=', 'earn_hold')
    .executeTakeFirstOrThrow()
  return balance as Tk
}

const lockUser = async (ctx: Context, id: number) => {
  const user = await ctx.db
    .selectFrom('users')
    .select(EDITED)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found(user)
}

/** A wallet that has moved is a change where it would be overwritten, unless `expected_wallet` says what it was. */
const refuseChanged = async (ctx: Context, { id, version, wallet, expected_wallet }: Input<typeof users.update>) => {
  if (version === undefined) return
  const overwritesMoves = wallet !== undefined && expected_wallet === undefined
  if (overwritesMoves) await lockBalance(ctx.db, id, 'user_wallet')
  const user = await readUser(ctx, id)
  if (isOutdated(version, user.version, overwritesMoves)) throw new Conflict('changed', user)
}

const replacedBy = (sent: Input<typeof users.update>, present: Awaited<ReturnType<typeof lockUser>>): Partial<typeof present> =>
  Object.fromEntries(
    Object.entries(present).filter(([name, value]) => {
      const wanted = sent[name as keyof typeof present]
      return wanted !== undefined && wanted !== value
    }),
  )

/** Absent fields stay. The unique index rejects another customer's phone. A changed phone is no longer verified. */
const writeFields = async (ctx: Context, input: Input<typeof users.update>, password_hash: string | undefined) => {
  const is_phone_verify = input.phone === undefined ? undefined : stillVerified(input.phone)
  const sent = [
    ...EDITED.map((name) => [name, input[name]] as const),
    ['password_hash', password_hash],
    ['is_phone_verify', is_phone_verify],
  ]
  const fields = Object.fromEntries(sent.filter(([, value]) => value !== undefined))
  if (Object.keys(fields).length > 0) await ctx.db.updateTable('users').set(fields).where('id', '=', input.id).execute()
}

/** SQL: another spelling of the same number stays verified. */
const stillVerified = (phone: string) => sql<number>`
  case when phone_digits = phone_key(${phone}) then is_phone_verify else 0 end`

/** Posts an absolute balance as a difference, under the wallet's lock. Returns the old balance if it changed. */
const moveWallet = async (ctx: Context, input: Input<typeof users.update>) => {
  const { id, wallet, expected_wallet: expected, reason } = input
  if (wallet === undefined) return {}
  const present = await lockBalance(ctx.db, id, 'user_wallet')
  if (expected !== undefined && expected !== present) {
    throw new Conflict(worded('wallet_changed', { now: formatTk(present) }), { wallet: present }, 'wallet')
  }
  if (wallet > MAX_TK && wallet > present) {
    throw new Invalid(worded('wallet_at_most', { most: MAX_TK }), 'wallet')
  }
  const difference = await setWallet(ctx.db, id, wallet, ctx.admin.id, reason)
  if (difference !== 0) await refuseBeyondDailyLimit(ctx, Math.abs(difference) as Tk, 'wallet')
  ctx.note({ difference, ...(expected === undefined ? { unchecked: true } : {}) })
  return difference === 0 ? {} : { wallet: present }
}
