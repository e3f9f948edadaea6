import type { PaymentChain, PaymentFlag, PaymentKind, PaymentState } from '#contract/payment-rows.ts'

export const STATES: Readonly<Record<PaymentState, string>> = {
  matched: 'Matched',
  waiting: 'No wallet add',
  differs: 'Amount differs',
  unread: 'Not read',
  conflict: 'Contradicts',
  ignored: 'Not a payment',
}

/** What to do with it, or why nothing. */
export const ABOUT_STATES: Readonly<Record<PaymentState, string>> = {
  matched: 'Its wallet add asks for the same amount.',
  waiting: 'No wallet add has this TrxID, or it was cancelled.',
  differs: 'Its wallet add asks for another amount.',
  unread: 'Not read as a payment: check the message.',
  conflict: 'Another message says another amount for this TrxID. Both are kept; check the wallet.',
  ignored: 'Money that left, a code or a promotion: nothing is credited.',
}

export const FLAGS: Readonly<Record<PaymentFlag, string>> = {
  pasted: 'Pasted by an admin',
  unknown_sender: 'Unknown sender',
  unproven: 'Wording not confirmed',
  without_message: 'Without its message',
  without_date: 'Without a date',
  without_trx_id: 'Without a TrxID',
  method_unknown: 'Payment method unknown',
  other_wallet: 'Message of another wallet',
  contradicted: 'Another message says another amount',
}

/** As flags; a balance that follows is none. */
export const CHAINS: Readonly<Record<Exclude<PaymentChain, 'first' | 'linked'>, string>> = {
  credit_missed: 'A payment before it is missing',
  debit_missed: 'Money that left before it is missing',
  possibly_forged: 'Possibly forged',
}

export const ABOUT_CHAINS: Readonly<Record<PaymentChain, string>> = {
  first: 'The first balance of this payment method: nothing to compare it with.',
  linked: 'Follows from the message before it.',
  credit_missed: 'More than the message before it says: a payment may be missing.',
  debit_missed: 'Less than the message before it says: money left without a message.',
  possibly_forged: 'Later messages follow from each other without it: it may be forged. Check the wallet.',
}

export const KINDS: Readonly<Record<PaymentKind, string>> = {
  person: 'Money received',
  cash_in: 'Cash in by an agent',
  merchant: 'Merchant payment',
  bank_deposit: 'Bank deposit',
  fund_transfer: 'Fund transfer',
  sent: 'Money sent',
  payment_made: 'Payment made',
  cash_out: 'Cash out',
  bill: 'Bill paid',
  recharge: 'Recharge',
  returned: 'Money returned',
  cashback: 'Cashback',
  refund: 'Refund',
  failed: 'Failed',
  request: 'Request',
  code: 'Code',
  promotion: 'Promotion',
  balance: 'Balance only',
}
