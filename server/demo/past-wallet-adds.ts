import { WALLET_ADDS as DECISION } from '../core/decisions/money-declarations.ts'
import { pickOpen } from './agenda.ts'
import { askAmount, chooseMethod, chooseWalletAddDecider, inventTrxId } from './choices.ts'
import { decidedAt } from './clock.ts'
import { PENDING_WALLET_ADDS, WALLET_ADDS } from './plan.ts'
import { randomFrom } from './random.ts'
import { decide, type PastRow, type World } from './world.ts'

const NEWEST_WALLET_ADDS = 14
const WAIT_MINUTES = 9
const CANCEL_SHARE = 0.09

export const walletAdder = (world: World) => {
  const { seed, now, trade, agenda, shoppers } = world
  const random = randomFrom(seed, 'wallet adds')
  const open = pickOpen(random, WALLET_ADDS, NEWEST_WALLET_ADDS, PENDING_WALLET_ADDS)

  return (at: number) => {
    const customer = shoppers.pickWalletAdder(random, at)
    const add: PastRow = {
      id: trade.wallet_adds.length + 1,
      user_id: customer.id,
      payment_method_id: chooseMethod(random).id,
      amount: askAmount(random, shoppers.total()),
      number: customer.phone,
      trx_id: inventTrxId(random),
      status: 'pending',
      admin_id: null,
      created_at: at,
      updated_at: at,
      completed_at: null,
    }
    trade.wallet_adds.push(add)
    const when = decidedAt(random, now, at, WAIT_MINUTES)
    const status = random.chance(CANCEL_SHARE) ? 'cancel' : 'completed'
    if (open.has(add.id)) return
    agenda.add(when, () => {
      const adminId = chooseWalletAddDecider(random, world, when)
      const set = { admin_id: adminId, updated_at: when, completed_at: status === 'completed' ? when : null }
      decide(world, DECISION, add, status, { at: when, adminId, action: 'walletAdds.setStatus', set })
      if (status === 'completed') shoppers.receive(customer.id, add.amount)
    })
  }
}
