import { payments } from '#contract/payments.ts'
import { MONEY_READS } from '../money/stale.ts'

/** Every read to invalidate when a payment arrives or is matched: it may complete its wallet add. */
export const PAYMENT_READS = [payments.list, payments.show, ...MONEY_READS] as const
