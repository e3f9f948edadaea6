import { z } from 'zod'
import { MAX_VOUCHER_CODE } from '#contract/limits.ts'
import { freeText, Id } from '#contract/list.ts'
import { pendingCounts } from '#contract/pending-counts.ts'
import { VOUCHER_SORTS, VoucherStatus, vouchers } from '#contract/vouchers.ts'
import { listAddress } from '../lists/use-list.ts'

export const WholeCode = freeText(MAX_VOUCHER_CODE)

export const voucherSearch = z.object({
  ...listAddress(VOUCHER_SORTS),
  user: Id.optional().catch(undefined),
  package: Id.optional().catch(undefined),
  status: VoucherStatus.optional().catch(undefined),
  voucher: WholeCode.optional().catch(undefined),
  upin: Id.optional().catch(undefined),
  /** 1: the recycle bin. */
  bin: z.coerce.number().optional().catch(undefined),
})
export type VoucherSearch = z.output<typeof voucherSearch>

export const NO_FILTERS = { user: undefined, package: undefined, status: undefined, voucher: undefined }

export const STALE = [vouchers.list, vouchers.bin, vouchers.counts, vouchers.life, vouchers.show, pendingCounts.show]
