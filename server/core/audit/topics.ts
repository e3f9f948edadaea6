import { type AuditTopic, FAILED_SIGN_INS } from '#contract/audit.ts'
import { type Effect, effectsOf } from '#contract/effects.ts'
import { api } from '#contract/index.ts'

const actionsWith = (...wanted: Effect[]): string[] =>
  Object.entries(api).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints)
      .filter(([, endpoint]) => effectsOf(endpoint).some((effect) => wanted.includes(effect)))
      .map(([verb]) => `${feature}.${verb}`),
  )

/** The actions of each topic. */
export const TOPICS: Readonly<Record<AuditTopic, readonly string[]>> = {
  by_hand: [
    'users.update',
    'users.adjustEarnWallet',
    'walletAdds.editRow',
    'withdrawals.editRow',
    'handOvers.editRow',
    'handOvers.record',
  ],
  refunds: ['orders.refund', 'orders.correct', 'walletAdds.correct'],
  prices: [
    'topupPackages.create',
    'topupPackages.update',
    'topupProducts.update',
    'rates.update',
    'rates.revert',
    'physicalProducts.create',
    'physicalProducts.update',
  ],
  rights: actionsWith('rights', 'people', 'credentials'),
  sign_ins: [...actionsWith('sign_in'), FAILED_SIGN_INS.action],
  codes: ['vouchers.reveal', 'vouchers.setBack', 'desk.reveal'],
}

/** SQL: an edit of a customer is of a wallet only where it moved one. */
export const MOVED_A_WALLET = `(t.action <> 'users.update' or t.facts ? 'difference')`
