import { handOvers } from '#contract/hand-overs.ts'
import { pendingCounts } from '#contract/pending-counts.ts'
import { profile } from '#contract/sessions.ts'
import { shift } from '#contract/shift.ts'
import { statements } from '#contract/statements.ts'
import { users } from '#contract/users.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'

/** Every read to invalidate when money moves. */
export const MONEY_READS = [
  walletAdds.list,
  walletAdds.pending,
  walletAdds.timeline,
  withdrawals.list,
  withdrawals.pending,
  withdrawals.timeline,
  handOvers.list,
  handOvers.own,
  handOvers.timeline,
  handOvers.ownTimeline,
  users.list,
  users.show,
  users.drawer,
  users.timeline,
  users.earnWallet,
  statements.user,
  statements.admin,
  statements.own,
  statements.store,
  shift.own,
  shift.list,
  profile.show,
  pendingCounts.show,
] as const
