import type { Received, Wallet } from '#contract/payment-rows.ts'
import { payments } from '#contract/payments.ts'
import { query } from '../../server/platform/db/connect.ts'
import type { TestApp } from '../support/app.ts'

/** A bKash wallet whose every payment raises the balance of its next message. */
export interface TestWallet {
  readonly methodId: number
  /** A message of the next payment. */
  pay(amount: number, trxId: string): string
  /** Money that left without a message. */
  lose(amount: number): void
  /** A message of money that left. */
  cashOut(amount: number, trxId: string): string
}

const money = (amount: number) => amount.toFixed(2)

export const openWallet = (methodId: number, at = () => new Date()): TestWallet => {
  let balance = 1_000
  const end = (trxId: string) => {
    const [day, time] = new Date(at().getTime() + 6 * 3_600_000).toISOString().split('T') as [string, string]
    return `Fee Tk 0.00. Balance Tk ${money(balance)}. TrxID ${trxId} at ${day.split('-').reverse().join('/')} ${time.slice(0, 5)}`
  }
  return {
    methodId,
    pay(amount, trxId) {
      balance += amount
      return `You have received Tk ${money(amount)} from 01811000001. Ref order. ${end(trxId)}`
    },
    lose(amount) {
      balance -= amount
    },
    cashOut(amount, trxId) {
      balance -= amount
      return `Cash Out Tk ${money(amount)} to 01911000009 successful. ${end(trxId)}`
    },
  }
}

export interface TestPhone {
  readonly id: number
  readonly key: string
  send(text: string, more?: Record<string, unknown>): Promise<Received>
}

/** Adds a phone for these payment methods. */
export const addPhone = async (app: TestApp, token: string, methodIds: readonly number[]): Promise<TestPhone> => {
  const input = { name: 'Counter phone', payment_method_id: methodIds }
  const { id, key } = (await app.call(payments.addPhone, input, token)).body.data
  const send: TestPhone['send'] = async (text, more = {}) => {
    const { status, body } = await app.call(payments.receive, { sender: 'bKash', text, ...more }, key)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body.data
  }
  return { id, key, send }
}

interface RuleOptions {
  readonly wallet?: Wallet
  readonly each?: number
  readonly daily?: number
}

/** Reads a method's messages; completes wallet adds where `each` is given. */
export const setRule = (app: TestApp, token: string, id: number, { wallet = 'bkash', each, daily }: RuleOptions = {}) =>
  app.call(
    payments.setRule,
    { id, wallet, automatic: each === undefined ? 0 : 1, automatic_each: each ?? 0, automatic_daily: daily ?? each ?? 0 },
    token,
  )

interface Rhythm {
  readonly perHour: number
  readonly silentHours: number
  readonly days?: number
  /** Hours before now at whose time of day nothing comes. */
  readonly neverHours?: number
}

/** A phone with so many messages in each hour of the last days, of which the newest came some hours ago. */
export const addRhythm = async (app: TestApp, token: string, { perHour, silentHours, days = 10, neverHours = 0 }: Rhythm) => {
  const { id } = await addPhone(app, token, [app.world.methods.mobipay])
  await query(
    app.db,
    `insert into payments (phone_id, text, text_hash, reads, paid_at, created_at)
     select $1::bigint, 'Message', sha256(($1::bigint || ' ' || at)::bytea), 'unread', at, at
     from generate_series(now() - make_interval(hours => (24 * $4::numeric)::int), now() - make_interval(hours => $2), make_interval(secs => 3600.0 / $3)) as at
     where not exists (
       select from generate_series(0, $5::int - 1) as h
       where extract(hour from at at time zone 'UTC') = extract(hour from (now() - make_interval(hours => h)) at time zone 'UTC')
     )`,
    [id, silentHours, perHour, days, neverHours],
  )
  return id
}

let made = 0

/** A TrxID that nothing has had. */
export const newTrxId = (): string => `CK${String(++made).padStart(8, '0')}`
