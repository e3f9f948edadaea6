import { z } from 'zod'
import { MONEY_STATUSES } from '#contract/limits.ts'
import { Id } from '#contract/list.ts'
import { MONEY_SORTS } from '#contract/money-rows.ts'
import { WALLET_ADD_DAYS } from '#contract/wallet-adds.ts'
import { type DaysSearch, daysAddress } from '../filters/days.ts'
import { listAddress } from '../list/use-list.ts'

/** The part of a money list's address that all of them share; without a sort pending rows come first, then the newest. */
const moneyAddress = {
  ...listAddress(MONEY_SORTS),
  status: z.enum(MONEY_STATUSES).optional().catch(undefined),
}
const plain = z.object(moneyAddress)

/** What every money list's address holds. */
export type MoneySearch = z.output<typeof plain> &
  DaysSearch & {
    readonly user_id?: number | undefined
    readonly owner_id?: number | undefined
  }

/** The address of a list that filters by customer and day. */
export const customerMoneySearch = plain.extend({ user_id: Id.optional().catch(undefined), ...daysAddress })

/** The address of the wallet adds: their days are of coming in or of completion. */
export const walletAddSearch = customerMoneySearch.extend({ day_of: z.enum(WALLET_ADD_DAYS).optional().catch(undefined) })

/** The address of a list of hand-overs. */
export const handOverSearch = plain.extend({ owner_id: Id.optional().catch(undefined) })

/** The call's input of an address. */
export const inputOf = <A extends MoneySearch>({ dir, ...search }: A) => ({
  ...search,
  order: search.sort ? (dir ?? 'asc') : undefined,
})
