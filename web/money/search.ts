import { z } from 'zod'
import { MONEY_STATUSES } from '#contract/limits.ts'
import { Id } from '#contract/list.ts'
import { MONEY_SORTS } from '#contract/money-rows.ts'
import { WALLET_ADD_DAYS } from '#contract/wallet-adds.ts'
import { type DaysSearch, daysAddress } from '../lists/filters/days.ts'
import { listAddress } from '../lists/use-list.ts'

/** URL schema shared by money lists. By default pending rows come first, then the newest. */
const moneyAddress = {
  ...listAddress(MONEY_SORTS),
  status: z.enum(MONEY_STATUSES).optional().catch(undefined),
}
const plain = z.object(moneyAddress)

export type MoneySearch = z.output<typeof plain> &
  DaysSearch & {
    readonly user_id?: number | undefined
    readonly owner_id?: number | undefined
  }

export const customerMoneySearch = plain.extend({ user_id: Id.optional().catch(undefined), ...daysAddress })

/** Wallet adds are filtered by the day of creation or of completion. */
export const walletAddSearch = customerMoneySearch.extend({ day_of: z.enum(WALLET_ADD_DAYS).optional().catch(undefined) })

export const handOverSearch = plain.extend({ owner_id: Id.optional().catch(undefined) })
