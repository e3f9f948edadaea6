import { HAND_OVERS, WITHDRAWALS } from '../core/decisions/money-declarations.ts'
import { chooseMethod } from './choices.ts'
import { busyTimes, DAY_MS, decidedAt, MINUTE_MS } from './clock.ts'
import { EARNINGS, HISTORY_DAYS, PENDING_WITHDRAWALS, WITHDRAWALS_REQUESTED } from './plan.ts'
import { randomFrom } from './random.ts'
import { book, decide, EARNING, type PastRow, type World } from './world.ts'

const EARNED = [5, 10, 10, 15, 20, 20, 25, 40, 60, 100]
const SMALLEST_WITHDRAWAL_TK = 50
const WAIT_MINUTES = 90
const CANCEL_SHARE = 0.07
/** Days on which collected cash is handed over. karim's last one is still pending. */
const KARIM_BRINGS_DAYS = [6, 13, 20, 27, 34, 41, 48, HISTORY_DAYS - 0.2]
const NADIA_BRINGS_DAYS = [8, 15, 21]
const HAND_OVER_SHARE = 0.9
const CONFIRMED_AFTER_MS = 70 * MINUTE_MS

const settle = (
  world: World,
  decision: typeof WITHDRAWALS | typeof HAND_OVERS,
  row: PastRow,
  status: 'completed' | 'cancel',
  at: number,
) => {
  const adminId = world.admins.rahim
  const action = decision === WITHDRAWALS ? 'withdrawals.setStatus' : 'handOvers.setStatus'
  const facts = { amount: row.amount }
  decide(world, decision, row, status, { at, adminId, action, set: { admin_id: adminId, updated_at: at }, facts })
}

export const planEarnings = (world: World): void => {
  const { seed, now, customers, trade, agenda, shoppers } = world
  const random = randomFrom(seed, 'payouts')
  const begins = now - HISTORY_DAYS * DAY_MS
  const earned = new Map<number, number>()
  const change = (userId: number, amount: number) => earned.set(userId, (earned.get(userId) ?? 0) + amount)

  const earn = (at: number) => {
    const { id: user_id } = shoppers.pickWalletAdder(random, at)
    const amount = random.pick(EARNED)
    const sides = { wallet: 'earn_wallet', kind: 'earned', reason: 'Referral' } as const
    const row = { id: trade.adjustments.length + 1, user_id, amount, ...sides, created_at: at }
    trade.adjustments.push(row)
    change(user_id, amount)
    book(world, EARNING, 'earned', row, { at, reason: row.reason })
  }

  const withdraw = (at: number, isLeftOpen: boolean) => {
    const able = [...earned].filter(([, balance]) => balance >= SMALLEST_WITHDRAWAL_TK)
    if (able.length === 0) return
    const [user_id, balance] = random.pick(able)
    const row: PastRow = {
      id: trade.withdrawals.length + 1,
      user_id,
      payment_method_id: chooseMethod(random).id,
      amount: Math.floor(balance / 10) * 10,
      number: customers[user_id - 1]?.phone ?? '',
      status: 'pending',
      admin_id: null,
      created_at: at,
      updated_at: at,
    }
    trade.withdrawals.push(row)
    change(user_id, -row.amount)
    book(world, WITHDRAWALS, 'requested', row, { at })
    const when = decidedAt(random, now, at, WAIT_MINUTES)
    const status = random.chance(CANCEL_SHARE) ? 'cancel' : 'completed'
    if (isLeftOpen) return
    agenda.add(when, () => {
      settle(world, WITHDRAWALS, row, status, when)
      if (status === 'cancel') change(user_id, row.amount)
    })
  }

  for (const at of busyTimes(random, EARNINGS, begins, now)) agenda.add(at, () => earn(at))
  const requestTimes = busyTimes(random, WITHDRAWALS_REQUESTED, begins + 3 * DAY_MS, now - 20 * MINUTE_MS)
  for (const [place, at] of requestTimes.entries())
    agenda.add(at, () => withdraw(at, place >= requestTimes.length - PENDING_WITHDRAWALS))
}

export const planHandOvers = (world: World): void => {
  const { now, admins, trade, agenda } = world
  const cashOf = (adminId: number) =>
    trade.postings.reduce((sum, { debit, credit, amount }) => {
      if (debit.kind === 'admin_wallet' && debit.adminId === adminId) return sum + amount
      return credit.kind === 'admin_wallet' && credit.adminId === adminId ? sum - amount : sum
    }, 0)

  const handOver = (owner_id: number, at: number) => {
    const amount = Math.floor((cashOf(owner_id) * HAND_OVER_SHARE) / 100) * 100
    if (amount <= 0) return
    const row: PastRow = {
      id: trade.hand_overs.length + 1,
      owner_id,
      amount,
      status: 'pending',
      admin_id: null,
      created_at: at,
      updated_at: at,
    }
    trade.hand_overs.push(row)
    book(world, HAND_OVERS, 'requested', row, { at, adminId: owner_id })
    const when = at + CONFIRMED_AFTER_MS
    if (at <= now - DAY_MS) agenda.add(when, () => settle(world, HAND_OVERS, row, 'completed', when))
  }

  const plan = (adminId: number, days: readonly number[]) =>
    days.forEach((day) => {
      const at = Math.floor(now + (day - HISTORY_DAYS) * DAY_MS)
      agenda.add(at, () => handOver(adminId, at))
    })
  plan(admins.karim, KARIM_BRINGS_DAYS)
  plan(admins.nadia, NADIA_BRINGS_DAYS)
}
