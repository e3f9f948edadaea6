import { sql } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import { formatTk, type Tk } from '#contract/money.ts'
import type { walletAdds } from '#contract/wallet-adds.ts'
import { type Context, holds, ordersSeen } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { CHANGED_MEANWHILE, Conflict, Forbidden, found, Invalid, NOT_AS_SEEN } from '../errors.ts'
import * as ledger from '../core/ledger/ledger.ts'
import { findMoneyRow, formerly, hasMoved } from '../money-lists/money-rows.ts'
import { refuseUnseenFlags } from '../money-lists/seen-flags.ts'

type Edit = Input<typeof walletAdds.editRow>
type Correction = Input<typeof walletAdds.correct>

/** The pencil: what may be edited depends on the row, and a completed row's difference moves both wallets. */
export const editWalletAdd = async (ctx: Context, input: Edit): Promise<void> => {
  if (input.status === 'completed') await refuseUnseenFlags(ctx, 'wallet_adds', input.id, input)
  const row = await lock(ctx, input.id, input.amount)
  if (hasMoved(row, input)) {
    throw new Conflict(CHANGED_MEANWHILE, { transaction: await present(ctx, row.id) })
  }
  refuseWithoutApproval(ctx, row, input)
  const isCompletedNow = row.status === 'cancel' && input.status === 'completed'
  const isMoved = row.status === 'completed' && row.difference !== 0

  await ctx.db
    .updateTable('wallet_adds')
    .set({ amount: input.amount, number: input.number, status: input.status, updated_at: sql`now()` })
    .set(input.status === row.status ? {} : { admin_id: ctx.admin.id })
    .set(isMoved ? { edits: row.edits + 1 } : {})
    .where('id', '=', row.id)
    .execute()
  if (isCompletedNow) await credit(ctx, row, { kind: 'completed', seq: row.corrections, amount: input.amount, up: true })
  if (isMoved) await credit(ctx, row, { kind: 'edited', seq: row.edits, amount: row.size, up: row.difference > 0 })
  ctx.note({
    ...formerly(row, input, ctx.admin.id),
    ...(isMoved ? { difference: row.difference } : {}),
  })
}

/** Takes a completed wallet add back out of both wallets; refused where one of them would go below zero, or it has another amount. */
export const correctWalletAdd = async (ctx: Context, { id, reason, expected_amount }: Correction): Promise<void> => {
  const row = await lock(ctx, id, 0 as Tk)
  if (row.status !== 'completed') {
    throw new Conflict('Only a completed wallet add can be reversed', { transaction: await present(ctx, id) })
  }
  if (expected_amount !== undefined && expected_amount !== row.amount) {
    throw new Conflict(NOT_AS_SEEN, { transaction: await present(ctx, id) })
  }
  await ctx.db
    .updateTable('wallet_adds')
    .set({ status: 'cancel', corrections: row.corrections + 1, admin_id: ctx.admin.id, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await credit(ctx, row, { kind: 'corrected', seq: row.corrections, amount: row.amount, up: false, reason })
  ctx.note({
    before: { status: 'completed', admin_id: row.admin_id },
    status: 'cancel',
    admin_id: ctx.admin.id,
    amount: row.amount,
  })
}

interface LockedWalletAdd {
  id: number
  user_id: number
  admin_id: number | null
  amount: Tk
  number: string
  status: Edit['status']
  corrections: number
  edits: number
  /** The asked-for amount less the present one, and its size. */
  difference: Tk
  size: Tk
}

const lock = async (ctx: Context, id: number, amount: Tk): Promise<LockedWalletAdd> => {
  const row = await ctx.db
    .selectFrom('wallet_adds')
    .select(['id', 'user_id', 'admin_id', 'amount', 'number', 'status', 'corrections', 'edits'])
    .select(sql<Tk>`(${amount}::numeric - amount)::tk`.as('difference'))
    .select(sql<Tk>`abs(${amount}::numeric - amount)::tk`.as('size'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return found(row) as LockedWalletAdd
}

const present = (ctx: Context, id: number) => findMoneyRow(ctx.db, 'wallet_adds', ordersSeen(ctx.admin), id)

/** Rules 2.2 and 3.2: a status, or the amount of a completed row, needs the right to approve; the latter also to be its approver. */
const refuseWithoutApproval = ({ admin }: Context, row: LockedWalletAdd, { status }: Edit) => {
  if (status !== row.status && !holds(admin, 'wallet_adds_approve')) throw new Forbidden('status')
  if (row.status !== 'completed' || row.difference === 0) return
  const isItsApprover = row.admin_id === admin.id && holds(admin, 'wallet_adds_approve')
  if (!isItsApprover && admin.role !== 'super') throw new Forbidden('amount')
}

const APPROVER_DELETED = 'Its approver was deleted, so the amount cannot be raised: edit the customer’s wallet instead'

interface Credit {
  kind: 'completed' | 'edited' | 'corrected'
  seq: number
  amount: Tk
  /** Both wallets go up, or down. */
  up: boolean
  reason?: string
}

/** The cash is with whoever approved the row; the customer's wallet holds the claim on it. */
const credit = (ctx: Context, row: LockedWalletAdd, { kind, seq, amount, up, reason }: Credit) => {
  const holder = kind === 'completed' || row.admin_id === null ? ctx.admin.id : row.admin_id
  if (!up) ctx.explain('accounts_balance_not_negative', (db) => whoIsShort(db, holder, amount))
  if (kind === 'edited') {
    ctx.explain(
      'accounts_closed',
      async (db) => new Conflict(APPROVER_DELETED, { transaction: await present({ ...ctx, db }, row.id) }),
    )
  }
  const cash = { kind: 'admin_wallet', adminId: holder } as const
  const customer = { kind: 'user_wallet', userId: row.user_id } as const
  return ledger.post(ctx.db, {
    source: 'wallet_add',
    sourceId: row.id,
    kind,
    seq,
    amount,
    debit: up ? cash : customer,
    credit: up ? customer : cash,
    adminId: ctx.admin.id,
    ...(reason === undefined ? {} : { reason }),
  })
}

/** One sentence for each of the two wallets: cash that was handed over is not there to be taken back. */
const whoIsShort = async (db: Db, holder: number, amount: Tk): Promise<Error> => {
  const { name, balance } = await db
    .selectFrom('accounts')
    .innerJoin('admins', 'admins.id', 'accounts.admin_id')
    .select(['accounts.balance', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where('accounts.admin_id', '=', holder)
    .executeTakeFirstOrThrow()
  if (balance === null || balance >= amount) return new Invalid('Insufficient balance', 'amount')
  return new Invalid(`${name} now holds ${formatTk(balance)}: this cash was handed over or written off`, 'amount')
}
