import { createHash } from 'node:crypto'
import type { Input } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'
import type { PAYMENT_FLAGS, Received, Wallet } from '#contract/payment-rows.ts'
import type { payments } from '#contract/payments.ts'
import { textKey } from '#contract/text.ts'
import { trxIdOf } from '#contract/trx-id.ts'
import { completePaid } from '../../core/payments/automatic.ts'
import { lockMethod, lockTrxId, matchTrxId, STATE } from '../../core/payments/match.ts'
import type { Phone } from '../../platform/auth/api-keys.ts'
import type { Context } from '../../platform/context.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { found } from '../../platform/errors.ts'
import { linkBalance } from './chain.ts'
import { type Reading, readMessage } from './reading/read.ts'

type Flag = (typeof PAYMENT_FLAGS)[number]

/** A message, and who brought it: a phone, or an admin who pasted it. */
interface Notice {
  readonly phone: Phone | undefined
  readonly adminId: number | null
  readonly methodId: number | undefined
  readonly sender: string
  readonly text: string
  /** What a forwarder read itself, where it sent no message. */
  readonly structured?: { readonly amount: string; readonly trx_id: string; readonly payer: string } | undefined
}

export const noticeOf = (phone: Phone, input: Input<typeof payments.receive>): Notice => {
  const { payment_method_id, amount, trx_id, number } = input
  const text = input.text || input.message || input.sms || input.body || ''
  const read = Amount.safeParse(amount?.replaceAll(',', ''))
  const id = trxIdOf(trx_id ?? '')
  const structured =
    text === '' && read.success && read.data > 0 && id !== undefined
      ? { amount: String(read.data), trx_id: id, payer: number ?? '' }
      : undefined
  const methodId =
    payment_method_id !== undefined && phone.payment_method_ids.includes(payment_method_id) ? payment_method_id : undefined
  const shown = text || JSON.stringify({ amount, trx_id, number })
  return { phone, adminId: null, methodId, sender: input.sender || input.from || '', text: shown, structured }
}

/** Stores a message once, ties it to its wallet add, and completes that where the shop has switched it on. One transaction: whatever
 * ends it, the message is there with all that follows from it, or the phone gets no reply and sends it again. */
export const receive = async (ctx: Context, notice: Notice): Promise<Received> => {
  const { db } = ctx
  const reading = readingOf(notice)
  const rules = await readRules(db, notice)
  const rule = ruleFor(rules, notice, reading)
  const { id, isNew } = await store(db, notice, reading, rule)
  // A phone repeats itself as it likes; what an admin does is always recorded.
  ctx.note({ subjectId: id, unchanged: !isNew && notice.phone !== undefined })
  if (isNew && rule) {
    const healed = await linkBalance(db, id, rule.payment_method_id)
    const trxId = reading.is === 'credit' ? reading.trx_id : undefined
    const matched = trxId === undefined ? undefined : await matchTrxId(db, rule.payment_method_id, trxId)
    for (const add of new Set([...healed, ...(matched === undefined ? [] : [matched])].sort((a, b) => a - b)))
      await completePaid(ctx, add)
  }
  return readReceived(db, id)
}

const readingOf = ({ text, structured }: Notice): Reading => {
  if (!structured) return readMessage(text)
  const { amount, trx_id, payer } = structured
  const unsaid = { fee: '0', balance: undefined, paid_at: undefined, isUnproven: false }
  return { is: 'credit', kind: 'person', wallet: undefined, amount, trx_id, payer, ...unsaid }
}

interface Rule {
  readonly payment_method_id: number
  readonly wallet: Wallet
}

const readRules = (db: Db, { phone, methodId }: Notice) =>
  query<Rule>(
    db,
    `select s.payment_method_id, s.wallet from payment_rules s
     where s.payment_method_id = any($1) order by s.payment_method_id`,
    [methodId === undefined ? (phone?.payment_method_ids ?? []) : [methodId]],
  )

/** The only method that it can be: named, or of the wallet that writes such messages. */
const ruleFor = (rules: readonly Rule[], { methodId }: Notice, reading: Reading): Rule | undefined => {
  const wallet = 'wallet' in reading ? reading.wallet : undefined
  const possible = wallet === undefined || methodId !== undefined ? rules : rules.filter((rule) => rule.wallet === wallet)
  return possible.length === 1 ? possible[0] : undefined
}

const flagsOf = ({ phone, sender, structured }: Notice, reading: Reading, rule: Rule | undefined): Flag[] => {
  const senders = phone && (phone.senders.length > 0 ? phone.senders : SENDERS[rule?.wallet ?? 'bkash'])
  const isKnown = senders?.some((one) => textKey(one) === textKey(sender.trim()))
  const isCredit = reading.is === 'credit'
  const flags: readonly (readonly [Flag, boolean | undefined])[] = [
    ['pasted', phone === undefined],
    ['unknown_sender', phone !== undefined && !isKnown],
    ['unproven', isCredit && reading.isUnproven],
    ['without_message', structured !== undefined],
    ['without_date', isCredit && reading.paid_at === undefined],
    ['without_trx_id', isCredit && reading.trx_id === undefined],
    ['method_unknown', rule === undefined],
    ['other_wallet', isCredit && rule !== undefined && reading.wallet !== undefined && reading.wallet !== rule.wallet],
  ]
  return flags.flatMap(([flag, is]) => (is ? flag : []))
}

/** Who writes the messages of a wallet, where a phone names no senders. */
const SENDERS: Readonly<Record<Wallet, readonly string[]>> = {
  bkash: ['bKash'],
  nagad: ['NAGAD'],
  rocket: ['16216'],
  upay: ['upay'],
}

const INSERT = `
  insert into payments (payment_method_id, phone_id, admin_id, sender, text, text_hash, reads, kind, amount, fee, balance, trx_id, payer,
    paid_at, flags, is_conflict)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, coalesce($14::timestamptz, now()), $15, $16)
  on conflict on constraint payments_text_unique do nothing
  returning id`

/** The same message again, from whichever phone, is the same row. The same TrxID with another amount is another row, and a flag on
 * the one before. */
const store = async (db: Db, notice: Notice, reading: Reading, rule: Rule | undefined) => {
  const methodId = rule?.payment_method_id ?? null
  await lockMethod(db, methodId)
  const facts = reading.is === 'credit' || reading.is === 'debit' ? reading : undefined
  const trxId = reading.is === 'credit' && methodId !== null ? reading.trx_id : undefined
  if (methodId !== null && trxId !== undefined) await lockTrxId(db, methodId, trxId)
  const known = methodId !== null && trxId !== undefined ? await findKnown(db, methodId, trxId, facts?.amount ?? '0') : undefined
  if (known?.is_same) return { id: known.id, isNew: false }
  const hash = createHash('sha256')
    .update(`${methodId ?? 0} ${plain(notice.text)}`)
    .digest()
  const [added] = await query<{ id: number }>(db, INSERT, [
    ...[methodId, notice.phone?.id ?? null, notice.adminId, notice.sender, shownText(notice, reading), hash],
    ...[
      reading.is,
      'kind' in reading ? reading.kind : '',
      facts?.amount,
      facts?.fee,
      facts?.balance,
      facts?.trx_id,
      facts?.payer ?? '',
    ],
    ...[facts?.paid_at, flagsOf(notice, reading, rule), known !== undefined],
  ])
  if (!added) return { id: found((await query<{ id: number }>(db, BY_TEXT, [hash]))[0]).id, isNew: false }
  if (known) await query(db, CONTRADICT, [known.id])
  return { id: added.id, isNew: true }
}

const BY_TEXT = 'select id from payments where text_hash = $1'
const CONTRADICT = `update payments set flags = flags || '{contradicted}' where id = $1 and not 'contradicted' = any(flags)`

const findKnown = async (db: Db, methodId: number, trxId: string, amount: string) =>
  (
    await query<{ id: number; is_same: boolean }>(
      db,
      `select id, amount = $3::numeric as is_same from payments
       where payment_method_id = $1 and trx_id = $2 and reads = 'credit' and not is_conflict`,
      [methodId, trxId, amount],
    )
  )[0]

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A login code of a wallet: that it came is kept, its digits are not. */
const shownText = ({ text }: Notice, reading: Reading) =>
  (reading.is === 'other' && reading.kind === 'code' ? text.replace(/\d/g, '*') : text).replaceAll('\0', '')

const readReceived = async (db: Db, id: number): Promise<Received> => {
  const rows = await query<Received>(
    db,
    `select p.id, ${STATE} as state, coalesce(p.trx_id, '') as trx_id, p.amount,
       case when w.status <> 'cancel' then w.id end as wallet_add_id
     from payments p left join wallet_adds w on w.id = p.wallet_add_id where p.id = $1`,
    [id],
  )
  return found(rows[0])
}
