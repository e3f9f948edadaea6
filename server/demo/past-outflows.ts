import type { JournalEvent } from '#contract/statement-lines.ts'
import { accountOf } from '../core/decisions/decisions.ts'
import { HAND_OVERS, WITHDRAWALS } from '../core/decisions/declarations.ts'
import { type Agenda, decidedAt } from './agenda.ts'
import { chooseMethod, type Shoppers } from './choices.ts'
import { busyTimes, DAY_MS, MINUTE_MS, nextAttendedAt } from './clock.ts'
import type { PastOutflow, Trade } from './facts.ts'
import { EARNINGS, HISTORY_DAYS, PENDING_WITHDRAWALS, type Setting, WITHDRAWALS_REQUESTED } from './plan.ts'
import { randomFrom } from './random.ts'

const EARNED = [5, 10, 10, 15, 20, 20, 25, 40, 60, 100]
const SMALLEST_WITHDRAWAL_TK = 50
const WAIT_MINUTES = 90
const CANCEL_SHARE = 0.07
/** Days on which collected cash is handed over. karim's last one is still pending. */
const KARIM_BRINGS_DAYS = [6, 13, 20, 27, 34, 41, 48, HISTORY_DAYS - 0.2]
const NADIA_BRINGS_DAYS = [8, 15, 21]
const HAND_OVER_SHARE = 0.9

export const planOutflows = (setting: Setting, trade: Trade, agenda: Agenda, shoppers: Shoppers): void => {
  planEarnings(setting, trade, agenda, shoppers)
  planHandOvers(setting, trade, agenda)
}

const bookedBy = (trade: Trade, { source, journals }: typeof WITHDRAWALS | typeof HAND_OVERS, row: PastOutflow) => {
  const post = (kind: 'requested' | 'completed' | 'cancelled', adminId: number | null, at: number) => {
    const { debit, credit } = journals[kind] as NonNullable<(typeof journals)[typeof kind]>
    trade.postings.push({
      ...({ source, kind } as JournalEvent),
      sourceId: row.id,
      amount: row.amount,
      debit: accountOf(debit, { ...row }, adminId),
      credit: accountOf(credit, { ...row }, adminId),
      adminId,
      at,
    })
  }
  return {
    ask: (adminId: number | null) => post('requested', adminId, row.created_at),
    settle: (status: 'completed' | 'cancel', admin_id: number, at: number) => {
      Object.assign(row, { status, admin_id, updated_at: at })
      post(status === 'completed' ? 'completed' : 'cancelled', admin_id, at)
    },
  }
}

const planEarnings = (setting: Setting, trade: Trade, agenda: Agenda, shoppers: Shoppers) => {
  const random = randomFrom(setting.seed, 'payouts')
  const begins = setting.now - HISTORY_DAYS * DAY_MS
  const earned = new Map<number, number>()
  const change = (userId: number, amount: number) => earned.set(userId, (earned.get(userId) ?? 0) + amount)

  const earn = (at: number) => {
    const { id: user_id } = shoppers.pickWalletAdder(random, at)
    const amount = random.pick(EARNED)
    const row = { id: trade.earnings.length + 1, user_id, amount, reason: 'Referral', created_at: at }
    trade.earnings.push(row)
    change(user_id, amount)
    trade.postings.push({
      source: 'adjustment',
      sourceId: row.id,
      kind: 'earned',
      amount,
      debit: { kind: 'adjustments' },
      credit: { kind: 'earn_wallet', userId: user_id },
      adminId: null,
      reason: row.reason,
      at,
    })
  }

  const withdraw = (at: number, isLeftOpen: boolean) => {
    const able = [...earned].filter(([, balance]) => balance >= SMALLEST_WITHDRAWAL_TK)
    if (able.length === 0) return
    const [user_id, balance] = random.pick(able)
    const amount = Math.floor(balance / 10) * 10
    const { phone } = setting.customers.find(({ id }) => id === user_id) ?? { phone: '' }
    const row: PastOutflow & { user_id: number; payment_method_id: number } = {
      id: trade.withdrawals.length + 1,
      user_id,
      payment_method_id: chooseMethod(random).id,
      amount,
      number: phone,
      status: 'pending',
      admin_id: null,
      created_at: at,
      updated_at: at,
    }
    trade.withdrawals.push(row)
    change(user_id, -amount)
    const booked = bookedBy(trade, WITHDRAWALS, row)
    booked.ask(null)
    const when = decidedAt(setting, nextAttendedAt(random, at, random.minutes(WAIT_MINUTES)), at, random.next())
    const status = random.chance(CANCEL_SHARE) ? 'cancel' : 'completed'
    if (isLeftOpen) return
    agenda.add(when, () => {
      const { rahim } = setting.admins
      booked.settle(status, rahim, when)
      if (status === 'cancel') change(user_id, amount)
      const facts = { status, before: { status: 'pending' }, amount }
      trade.decisions.push({
        at: when,
        admin_id: rahim,
        action: 'withdrawals.setStatus',
        subject: 'withdrawal',
        subject_id: row.id,
        facts,
      })
    })
  }

  for (const at of busyTimes(random, EARNINGS, begins, setting.now)) agenda.add(at, () => earn(at))
  const requestTimes = busyTimes(random, WITHDRAWALS_REQUESTED, begins + 3 * DAY_MS, setting.now - 20 * MINUTE_MS)
  for (const [place, at] of requestTimes.entries())
    agenda.add(at, () => withdraw(at, place >= requestTimes.length - PENDING_WITHDRAWALS))
}

const planHandOvers = (setting: Setting, trade: Trade, agenda: Agenda) => {
  const { rahim, karim, nadia } = setting.admins
  const cashOf = (adminId: number) =>
    trade.postings.reduce((sum, { debit, credit, amount }) => {
      if (debit.kind === 'admin_wallet' && debit.adminId === adminId) return sum + amount
      return credit.kind === 'admin_wallet' && credit.adminId === adminId ? sum - amount : sum
    }, 0)

  const handOver = (owner_id: number, at: number, isLeftOpen: boolean) => {
    const amount = Math.floor((cashOf(owner_id) * HAND_OVER_SHARE) / 100) * 100
    if (amount <= 0) return
    const row: PastOutflow & { owner_id: number } = {
      id: trade.handOvers.length + 1,
      owner_id,
      amount,
      number: '',
      status: 'pending',
      admin_id: null,
      created_at: at,
      updated_at: at,
    }
    trade.handOvers.push(row)
    const booked = bookedBy(trade, HAND_OVERS, row)
    booked.ask(owner_id)
    const when = at + 70 * MINUTE_MS
    if (!isLeftOpen) agenda.add(when, () => booked.settle('completed', rahim, when))
  }

  const begins = setting.now - HISTORY_DAYS * DAY_MS
  const plan = (adminId: number, days: readonly number[]) =>
    days.forEach((day) => {
      const at = Math.floor(begins + day * DAY_MS)
      agenda.add(at, () => handOver(adminId, at, at > setting.now - DAY_MS))
    })
  plan(karim, KARIM_BRINGS_DAYS)
  plan(nadia, NADIA_BRINGS_DAYS)
}
