import { z } from 'zod'
import { Id } from '#contract/list.ts'
import { MONEY_SORTS, TOPUP_STATUSES } from '#contract/wallet-topups.ts'
import { listAddress } from '../use-list.ts'

/** The part of a money list's address that all of them share; without a sort pending rows come first, then the newest. */
export const moneyAddress = {
  ...listAddress(MONEY_SORTS),
  status: z.enum(TOPUP_STATUSES).optional().catch(undefined),
}
const plain = z.object(moneyAddress)

/** What every money list's address holds. */
export type MoneySearch = z.output<typeof plain> & {
  readonly user_id?: number | undefined
  readonly owner_id?: number | undefined
}

/** The address of a list that filters by customer. */
export const customerMoneySearch = plain.extend({ user_id: Id.optional().catch(undefined) })

/** The address of a list of hand-overs. */
export const handOverSearch = plain.extend({ owner_id: Id.optional().catch(undefined) })

/** The call's input of an address. */
export const inputOf = <A extends MoneySearch>({ dir, ...search }: A) => ({
  ...search,
  order: search.sort ? (dir ?? 'asc') : undefined,
})

/** What an export takes of an address. */
export const exportInputOf = ({ q, status, user_id }: MoneySearch) => ({ q, status, user_id })

/** Whether pending rows come first, so that new ones wait above instead of moving what somebody is about to click. */
export const holdsNewRows = ({ page, sort, q }: MoneySearch) => page === 1 && sort === undefined && q === undefined
