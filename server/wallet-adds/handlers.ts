import { sql } from 'kysely'
import type { MoneyStatus } from '#contract/money-rows.ts'
import type { walletAdds } from '#contract/wallet-adds.ts'
import { type Context, type Handlers, ordersSeen } from '../context.ts'
import { CSV_TYPE, csvName } from '../csv/csv.ts'
import type { Db } from '../db/connect.ts'
import { refuseTurnedDays } from '../db/days.ts'
import { found } from '../errors.ts'
import { decideWalletAdd } from '../ledger/wallet-adds.ts'
import { streamMoneyCsv } from '../money-lists/money-csv.ts'
import { CANCELLED, findMoneyRow, listMoney, notDecided, sumPending } from '../money-lists/money-rows.ts'
import { refuseUnseenFlags, type Seen } from '../money-lists/seen-flags.ts'
import { MONEY_FACTS, readTimeline } from '../timeline.ts'
import { correctWalletAdd, editWalletAdd } from './edit.ts'

export const walletAddHandlers: Handlers<typeof walletAdds> = {
  list: (ctx, query) => listMoney(ctx.db, 'wallet_adds', ordersSeen(ctx.admin), query),

  pending: (ctx) => sumPending(ctx.db, 'wallet_adds'),

  show: (ctx, { id }) => readWalletAdd(ctx, id),

  async timeline(ctx, { id }) {
    await readWalletAdd(ctx, id)
    return readTimeline(ctx.db, 'wallet_add', id, MONEY_FACTS)
  },

  async setStatus(ctx, { transaction_id: id, status, ...seen }) {
    ctx.note({ subjectId: id })
    await decide(ctx, id, status, seen)
    return null
  },

  async editRow(ctx, input) {
    await editWalletAdd(ctx, input)
    return readWalletAdd(ctx, input.id)
  },

  async cancelAll(ctx, { up_to_id, as_of, unseen }) {
    const pending = ctx.db
      .updateTable('wallet_adds')
      .set({ status: 'cancel', admin_id: ctx.admin.id, updated_at: sql`now()` })
      .where(sql<boolean>`status = 'pending'`)
      .$if(up_to_id !== undefined, (update) => update.where('id', '<=', up_to_id ?? 0))
      .$if(as_of !== undefined, (update) => update.where('updated_at', '<=', as_of ?? ''))
      .$if(unseen !== undefined, (update) => update.where(sql<boolean>`was_seen(xmin, ${unseen}::bigint[])`))
      .returning(['id', 'amount'])
    const { ids, ...cancelled } = await ctx.db
      .with('cancelled', () => pending)
      .selectFrom('cancelled')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .select(sql<WalletAddSum>`coalesce(sum(amount), 0)`.as('sum'))
      .select(sql<number[]>`coalesce(array_agg(id order by id), '{}')`.as('ids'))
      .executeTakeFirstOrThrow()
    ctx.note({ cancelled: cancelled.total, sum: cancelled.sum, each: { ids, facts: CANCELLED } })
    // No wallet moves, so a frozen one keeps nothing pending.
    return { ...cancelled, left_pending: 0 }
  },

  approveMany: {
    ids: ({ transaction_ids }) => transaction_ids,
    one: (ctx, id, { transaction_ids, expected_amounts, expected_flags }) => {
      const at = transaction_ids.indexOf(id)
      return decide(ctx, id, 'completed', { expected_amount: expected_amounts?.[at], expected_flags: expected_flags?.[at] })
    },
  },

  async correct(ctx, input) {
    await correctWalletAdd(ctx, input)
    return null
  },

  exportCsv: {
    type: CSV_TYPE,
    check: async (_ctx, search) => refuseTurnedDays(search),
    fileName: () => csvName('wallet-adds'),
    stream: (ctx, search) => streamMoneyCsv(ctx.db, 'wallet_adds', search),
  },
}

type WalletAddSum = Awaited<ReturnType<typeof sumPending>>['sum']

const readWalletAdd = async (ctx: Context, id: number) =>
  found(await findMoneyRow(ctx.db, 'wallet_adds', ordersSeen(ctx.admin), id))

/** 'Edit Status': only while pending, and pending -> pending changes nothing. */
const decide = async (ctx: Context, id: number, status: MoneyStatus, seen: Seen) => {
  const refused = async (db: Db) => notDecided(await readWalletAdd({ ...ctx, db }, id))
  if (status === 'pending') {
    if ((await readWalletAdd(ctx, id)).status !== 'pending') throw await refused(ctx.db)
    return ctx.note({ unchanged: true })
  }
  ctx.note({ before: { status: 'pending' }, status })
  ctx.explain('wallet_adds_flow', refused)
  if (status === 'completed') await refuseUnseenFlags(ctx, 'wallet_adds', id, seen)
  await decideWalletAdd(ctx.db, id, status, ctx.admin.id, seen.expected_amount)
}
