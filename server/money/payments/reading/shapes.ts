import type { CREDIT_KINDS, OTHER_KINDS, Wallet } from '#contract/payment-rows.ts'

export type CreditKind = (typeof CREDIT_KINDS)[number]
export type OtherKind = (typeof OTHER_KINDS)[number]

/** A whole message, from its first word to its last: see template.ts for the marks. */
export interface Shape<Kind> {
  readonly wallet: Wallet
  readonly kind: Kind
  readonly text: string
  /** Made from descriptions alone: no message of this wallet has confirmed it. */
  readonly isUnproven?: true
}

const BKASH_END = '[ Fee Tk {fee}.] Balance Tk {balance}. TrxID {id} at {time}.[ Download App: {link}]'
const NAGAD_END = '(TxnID|TrxID): {id} [Fee: Tk {fee} ](Balance|Bal): Tk {balance}[ {time}].'
const ROCKET_END = '[ Fee: Tk {fee}].,[ Your] [A/C ]Balance: Tk {balance}.[ TxnId: {id}.] Date: {time}.'
const UPAY_END = '[ Fee Tk. {fee}.] Balance Tk. {balance}. TrxID {id} at {time}.'

/** The messages that credit. A reference is the payer's own text: it stands between fixed fields and decides nothing. */
export const CREDITS: readonly Shape<CreditKind>[] = [
  { wallet: 'bkash', kind: 'person', text: `You have received Tk {amount} from {phone}.[ Ref: {ref}.]${BKASH_END}` },
  { wallet: 'bkash', kind: 'person', text: `You have received Tk {amount} from {name}.[ Ref: {ref}.]${BKASH_END}` },
  {
    wallet: 'bkash',
    kind: 'merchant',
    text: `You have received payment[ of] Tk {amount} from {phone}.[ Ref: {ref}.]${BKASH_END}`,
  },
  {
    wallet: 'bkash',
    kind: 'merchant',
    text: `You have received payment[ of] Tk {amount} from {name}.[ Ref: {ref}.]${BKASH_END}`,
  },
  { wallet: 'bkash', kind: 'cash_in', text: `Cash In Tk {amount} from {phone} successful.[ Ref: {ref}.]${BKASH_END}` },
  {
    wallet: 'bkash',
    kind: 'bank_deposit',
    text: `You have received deposit of Tk {amount} from {name}.[ Ref: {ref}.]${BKASH_END}`,
  },
  {
    wallet: 'nagad',
    kind: 'person',
    text: `Money Received. (Amount|Amt): Tk {amount} Sender: {phone}[ Ref: {ref}] ${NAGAD_END}`,
  },
  { wallet: 'nagad', kind: 'person', text: `Money Received. (Amount|Amt): Tk {amount} Sender: {name}[ Ref: {ref}] ${NAGAD_END}` },
  {
    wallet: 'nagad',
    kind: 'cash_in',
    text: `Cash In Received. (Amount|Amt): Tk {amount} Uddokta: {phone}[ Ref: {ref}] ${NAGAD_END}`,
  },
  {
    wallet: 'nagad',
    kind: 'merchant',
    text: `Payment Received. (Amount|Amt): Tk {amount} (Customer|Sender): {phone}[ Ref: {ref}] ${NAGAD_END}`,
  },
  {
    wallet: 'nagad',
    kind: 'bank_deposit',
    text: `Add Money Received. (Amount|Amt): Tk {amount} (Bank|Sender): {name}[ Ref: {ref}] ${NAGAD_END}`,
  },
  { wallet: 'rocket', kind: 'person', text: `Tk {amount} received from A/C: {account}[ Ref: {ref}]${ROCKET_END}` },
  { wallet: 'rocket', kind: 'cash_in', text: `Tk {amount} Cash-In from (A/C|Agent): {account}[ Ref: {ref}]${ROCKET_END}` },
  { wallet: 'rocket', kind: 'merchant', text: `Tk {amount} payment received from A/C: {account}[ Ref: {ref}]${ROCKET_END}` },
  { wallet: 'rocket', kind: 'person', text: `Tk {amount} received from {name}.[ Ref: {ref}]${ROCKET_END}` },
  { wallet: 'rocket', kind: 'bank_deposit', text: `Tk {amount} deposited from {name}.[ Ref: {ref}]${ROCKET_END}` },
  {
    wallet: 'rocket',
    kind: 'fund_transfer',
    text: `Tk {amount} fund transfer received from A/C: {account}[ Ref: {ref}]${ROCKET_END}`,
  },
  {
    wallet: 'upay',
    kind: 'person',
    text: `Tk. {amount} has been received from {phone}.[ Ref: {ref}.]${UPAY_END}`,
    isUnproven: true,
  },
  {
    wallet: 'upay',
    kind: 'person',
    text: `Tk. {amount} has been received from {name}.[ Ref: {ref}.]${UPAY_END}`,
    isUnproven: true,
  },
  {
    wallet: 'upay',
    kind: 'cash_in',
    text: `Cash in of Tk. {amount} from agent {phone} received.[ Ref: {ref}.]${UPAY_END}`,
    isUnproven: true,
  },
  {
    wallet: 'upay',
    kind: 'merchant',
    text: `Payment of Tk. {amount} received from {phone}.[ Ref: {ref}.]${UPAY_END}`,
    isUnproven: true,
  },
  {
    wallet: 'upay',
    kind: 'bank_deposit',
    text: `Add money of Tk. {amount} received from {name}.[ Ref: {ref}.]${UPAY_END}`,
    isUnproven: true,
  },
]

/** Messages of money that left, read because they say the balance: without them the next credit would not follow from the one before. */
export const DEBITS: readonly Shape<OtherKind>[] = [
  { wallet: 'bkash', kind: 'sent', text: `Send Money Tk {amount} to {phone} successful.[ Ref: {ref}.]${BKASH_END}` },
  { wallet: 'bkash', kind: 'cash_out', text: `Cash Out Tk {amount} to {phone} successful.${BKASH_END}` },
  {
    wallet: 'bkash',
    kind: 'payment_made',
    text: `Payment[ of] Tk {amount} to {name}[ is] successful.[ Ref: {ref}.]${BKASH_END}`,
  },
  { wallet: 'nagad', kind: 'sent', text: `Money Sent. (Amount|Amt): Tk {amount} Receiver: {phone}[ Ref: {ref}] ${NAGAD_END}` },
  { wallet: 'nagad', kind: 'cash_out', text: `Cash Out[ Successful]. (Amount|Amt): Tk {amount} Uddokta: {phone} ${NAGAD_END}` },
  { wallet: 'rocket', kind: 'sent', text: `Tk {amount} sent to A/C: {account}[ Ref: {ref}]${ROCKET_END}` },
  { wallet: 'rocket', kind: 'cash_out', text: `Tk {amount} Cash-Out to A/C: {account}${ROCKET_END}` },
  { wallet: 'upay', kind: 'sent', text: `Tk. {amount} has been sent to {phone}.[ Ref: {ref}.]${UPAY_END}`, isUnproven: true },
]

/** How other messages begin. {amount} or a few words may stand in front of the word that names them. */
export const BEGINNINGS: readonly (readonly [kind: OtherKind, begins: RegExp])[] = [
  [
    'failed',
    /^(?:your )?(?:[\w-]+ ){0,4}(?:request )?(?:of tk[. ]*[\d,.]+ )?(?:has |was |is )?(?:failed|unsuccessful|declined|could not)\b/i,
  ],
  [
    'returned',
    /^(?:tk[. ]*[\d,.]+ |your |money |payment |send money |cash out ){1,3}(?:of tk[. ]*[\d,.]+ )?(?:has been |was |is )?(?:returned|reversed)\b/i,
  ],
  ['refund', /^(?:you have received (?:a )?)?(?:tk[. ]*[\d,.]+ )?refund\b/i],
  ['cashback', /^(?:congratulations!? |you have received )?(?:tk[. ]*[\d,.]+ )?(?:instant )?(?:cash ?back|bonus|reward)\b/i],
  [
    'request',
    /^(?:payment request|money request|you have a (?:payment |money )?request|\+?\d{11,13} (?:has )?request(?:ed|s))\b/i,
  ],
  ['sent', /^(?:send money|money sent|tk[. ]*[\d,.]+ (?:has been )?sent)\b/i],
  ['cash_out', /^(?:cash[- ]out|tk[. ]*[\d,.]+ cash[- ]out)\b/i],
  ['bill', /^(?:(?:[a-z]+ )?bill pa(?:id|y|yment)|tk[. ]*[\d,.]+ bill)\b/i],
  ['recharge', /^(?:mobile )?recharge\b/i],
  ['payment_made', /^(?:payment (?:of )?tk[. ]*[\d,.]+ to|payment made|tk[. ]*[\d,.]+ payment to)\b/i],
  ['code', /^(?:your )?(?:[\w-]+ ){0,3}(?:verification code|security code|otp|pin)\b/i],
  ['balance', /^(?:your )?(?:[\w-]+ ){0,2}(?:account )?balance\b/i],
  ['promotion', /^(?:offer|eid offer|get up to|enjoy|win|download|dear customer)\b/i],
]
