import { sql } from 'kysely'
import type { Output } from '#contract/endpoint.ts'
import type { Tk } from '#contract/money.ts'
import { payments } from '#contract/payments.ts'
import { lockMethod } from '../../core/payments/match.ts'
import { silentPhones } from '../../core/payments/silence.ts'
import { hashApiKey, newApiKey } from '../../platform/auth/api-keys.ts'
import { type Context, type Handlers, phases } from '../../platform/context.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { Conflict, found, Invalid } from '../../platform/errors.ts'
import { readPaymentDay } from './day.ts'
import { listPayments, showPayment } from './queries.ts'
import { readPasted } from './reading/pasted.ts'
import { noticeOf, receive } from './receive.ts'
import { addMissed, compareStatement, readStatementFile } from './statement.ts'

export const paymentHandlers: Handlers<typeof payments> = {
  receive: (ctx, input) => {
    if (!ctx.phone) throw new Error('This endpoint is for phones')
    return receive(ctx, noticeOf(ctx.phone, input))
  },

  list: (ctx, asked) => listPayments(ctx.db, asked),

  show: (ctx, { id }) => showPayment(ctx.db, id),

  async day(ctx, { day }) {
    const data = await readPaymentDay(ctx.db, day)
    return { data, total: data.length }
  },

  read: async (_ctx, { text }) => ({ messages: readPasted(text) }),

  async paste(ctx, { payment_method_id: methodId, text }) {
    await requireMethods(ctx.db, [methodId])
    return receive(ctx, { phone: undefined, adminId: ctx.admin.id, methodId, sender: '', text })
  },

  compareStatement: phases(payments.compareStatement, {
    attempt: (ctx, { payment_method_id }) => requireMethods(ctx.db, [payment_method_id]),
    prepare: (_, __, { file }) => readStatementFile(file),
    run: (ctx, { payment_method_id }, read) => compareStatement(ctx.db, payment_method_id, read),
  }),

  addStatement: phases(payments.addStatement, {
    attempt: (ctx, { payment_method_id }) => requireMethods(ctx.db, [payment_method_id]),
    prepare: (_, __, { file }) => readStatementFile(file),
    async run(ctx, { payment_method_id: methodId }, read) {
      const done = await addMissed(ctx.db, { methodId, adminId: ctx.admin.id, read })
      ctx.note(done)
      return done
    },
  }),

  async match(ctx, { id, wallet_add_id }) {
    const before = await matchByHand(ctx.db, id, wallet_add_id)
    ctx.note({ before: { wallet_add_id: before } })
    return null
  },

  phones: async (ctx) => {
    const silent = new Map((await silentPhones(ctx.db)).map(({ id, usual }) => [id, usual]))
    const rows = await query<Omit<Output<typeof payments.phones>['data'][number], 'usual'>>(
      ctx.db,
      `select f.id, f.name, f.payment_method_ids, f.senders, f.created_at, f.revoked_at,
         (select p.created_at from payments p where p.phone_id = f.id order by p.id desc limit 1) as last_at
       from payment_phones f order by f.id desc`,
    )
    const data = rows.map((row) => ({ ...row, usual: silent.get(row.id) ?? null }))
    return { data, total: data.length }
  },

  async addPhone(ctx, { name, payment_method_id, senders = [] }) {
    await requireMethods(ctx.db, payment_method_id)
    const key = newApiKey()
    const { id } = await ctx.db
      .insertInto('payment_phones')
      .values({ name, key_hash: hashApiKey(key), payment_method_ids: payment_method_id, senders, admin_id: ctx.admin.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    ctx.note({ subjectId: id })
    return { id, key }
  },

  async revokePhone(ctx, { id }) {
    const revoke = 'update payment_phones set revoked_at = coalesce(revoked_at, now()) where id = $1 returning id'
    found((await query(ctx.db, revoke, [id]))[0])
    return null
  },

  rules: async (ctx) => {
    const data = await query<Output<typeof payments.rules>['data'][number]>(
      ctx.db,
      'select payment_method_id, wallet, automatic, automatic_each, automatic_daily from payment_rules order by 1',
    )
    return { data, total: data.length }
  },

  async setRule(ctx, { id, ...rule }) {
    await requireMethods(ctx.db, [id])
    const before = await readRule(ctx, id)
    ctx.note({ before })
    const zero = 0 as Tk
    const set = { ...rule, automatic_each: rule.automatic_each ?? zero, automatic_daily: rule.automatic_daily ?? zero }
    await ctx.db
      .insertInto('payment_rules')
      .values({ payment_method_id: id, ...set })
      .onConflict((conflict) => conflict.column('payment_method_id').doUpdateSet(set))
      .execute()
    return null
  },
}

const readRule = async ({ db }: Context, id: number) =>
  (
    await query(db, 'select wallet, automatic, automatic_each, automatic_daily from payment_rules where payment_method_id = $1', [
      id,
    ])
  )[0] ?? null

const requireMethods = async (db: Db, ids: readonly number[]) => {
  const known = await query(db, 'select id from payment_methods where id = any($1) and deleted_at is null', [ids])
  if (known.length < new Set(ids).size) throw new Invalid('no_such_payment_method', 'payment_method_id')
}

/** Answers the wallet add that the payment had, which is cancelled. Decisions lock wallet adds first, and so does this. */
const matchByHand = async (db: Db, id: number, walletAddId: number): Promise<number | null> => {
  const before = found((await query<Tied>(db, TIED, [id]))[0])
  await lockMethod(db, before.payment_method_id)
  const adds = await sql<Add>`
    select id, status, payment_method_id from wallet_adds
    where id = any(${[before.wallet_add_id ?? walletAddId, walletAddId]}) order by id for update`.execute(db)
  const payment = found((await query<Tied>(db, `${TIED} for update`, [id]))[0])
  const add = adds.rows.find((row) => row.id === walletAddId)
  const had = adds.rows.find((row) => row.id === payment.wallet_add_id)
  if (!add) throw new Invalid('no_such_wallet_add', 'wallet_add_id')
  if (payment.reads !== 'credit' || payment.is_conflict) throw new Conflict('payment_not_matchable')
  if (add.payment_method_id !== payment.payment_method_id) throw new Invalid('other_payment_method', 'wallet_add_id')
  if (payment.wallet_add_id !== before.wallet_add_id || (had && had.status !== 'cancel')) throw new Conflict('payment_matched')
  if (add.status === 'cancel') throw new Conflict('transaction_closed')
  await query(db, 'update payments set wallet_add_id = $2 where id = $1', [id, walletAddId])
  return payment.wallet_add_id
}

const TIED = 'select wallet_add_id, reads, is_conflict, payment_method_id from payments where id = $1'

interface Tied {
  readonly wallet_add_id: number | null
  readonly reads: string
  readonly is_conflict: boolean
  readonly payment_method_id: number | null
}

interface Add {
  readonly id: number
  readonly status: string
  readonly payment_method_id: number | null
}
