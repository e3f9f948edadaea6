import { type Agenda, decidedAt, pickOpen } from './agenda.ts'
import { askAmount, chooseMethod, chooseWalletAddDecider, inventTrxId, type Shoppers } from './choices.ts'
import { nextAttendedAt } from './clock.ts'
import type { PastWalletAdd, Trade } from './facts.ts'
import { PENDING_WALLET_ADDS, type Setting, WALLET_ADDS } from './plan.ts'
import { randomFrom } from './random.ts'

const NEWEST_WALLET_ADDS = 14
const WAIT_MINUTES = 9
const CANCEL_SHARE = 0.09

export const walletAdder = (setting: Setting, trade: Trade, agenda: Agenda, shoppers: Shoppers) => {
  const random = randomFrom(setting.seed, 'wallet adds')
  const open = pickOpen(random, WALLET_ADDS, NEWEST_WALLET_ADDS, PENDING_WALLET_ADDS)

  const decide = (add: PastWalletAdd, status: 'completed' | 'cancel', at: number) => {
    const admin_id = chooseWalletAddDecider(random, setting, at)
    Object.assign(add, { status, admin_id, updated_at: at })
    const facts = { status, before: { status: 'pending' } }
    trade.decisions.push({ at, admin_id, action: 'walletAdds.setStatus', subject: 'wallet_add', subject_id: add.id, facts })
    if (status === 'cancel') return
    shoppers.receive(add.user_id, add.amount)
    trade.postings.push({
      source: 'wallet_add',
      sourceId: add.id,
      kind: 'completed',
      amount: add.amount,
      debit: { kind: 'admin_wallet', adminId: admin_id },
      credit: { kind: 'user_wallet', userId: add.user_id },
      adminId: admin_id,
      at,
    })
  }

  return (at: number) => {
    const customer = shoppers.pickWalletAdder(random, at)
    const add: PastWalletAdd = {
      id: trade.walletAdds.length + 1,
      user_id: customer.id,
      payment_method_id: chooseMethod(random).id,
      amount: askAmount(random, shoppers.total()),
      number: customer.phone,
      trx_id: inventTrxId(random),
      status: 'pending',
      admin_id: null,
      created_at: at,
      updated_at: at,
    }
    trade.walletAdds.push(add)
    const due = nextAttendedAt(random, at, random.minutes(WAIT_MINUTES))
    const when = decidedAt(setting, due, at, random.next())
    const status = random.chance(CANCEL_SHARE) ? 'cancel' : 'completed'
    if (!open.has(add.id)) agenda.add(when, () => decide(add, status, when))
  }
}
