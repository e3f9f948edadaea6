import { describe, expect, test } from 'vitest'
import { TrxId, trxIdOf } from './trx-id.ts'

const BKASH =
  'You have received Tk 765.00 from 01712345678. Fee Tk 0.00. Balance Tk 1,234.00. TrxID CK4X9Q2ABC at 26/11/2026 12:30'
const BKASH_PAYMENT =
  'You have received payment Tk 12345678.00 from 01712345678. Ref ORDER12345. Fee Tk 0.00. TrxID CK4X9Q2ABC at 26/11/2026 12:30'
const NAGAD =
  'Money Received.\nAmount: Tk 500.00\nSender: 01812345678\nRef: N/A\nTxnID: 71AB3CDE\nBalance: Tk 1,234.00\n26/11/2026 12:30'
const ROCKET =
  'Tk1,000.00 received from A/C:017****123 Fee:Tk0, Your A/C Balance: Tk5,000.00 TxnId:1234567890 Date:26-NOV-26 12:30:00 am.'

describe('the same id', () => {
  const bare = [
    'CK4X9Q',
    'ck4x9q',
    ' CK4X9Q. ',
    '#CK4X9Q',
    '“CK4X9Q”',
    'CK4 X9Q',
    'CK-4X_9Q',
    'CK4X9\u200bQ',
    'ＣＫ4Ｘ9Q',
    'CK৪X৯Q',
  ]
  const labels = [
    ...['TrxID', 'Trx ID', 'Trx. ID', 'trx-id', 'TRX', 'Trx No', 'TxnID', 'Txn ID', 'TXN', 'TnxID', 'TrnxID', 'Tx ID', 'ID'],
    ...['Transaction ID', 'TransactionID', 'Transaction', 'Transaction Number', 'Trans ID', 'bKash', 'Nagad', 'Rocket', 'Upay'],
    ...['bKash TrxID', 'Nagad Txn ID', 'ট্রানজেকশন আইডি', 'বিকাশ', 'নগদ ট্রান্সজেকশন আইডি'],
  ]
  const labelled = labels.flatMap((label) => [`${label} CK4X9Q`, `${label}: CK4X9Q`, `(${label}) CK4X9Q`, `${label}-ck4x9q`])
  const around = [
    ...['TxnID:CK4X9Q', 'TrxID#CK4X9Q', 'CK4X9Q (bKash)', 'CK4X9Q bKash', 'TrxID: CK4X9Q, Nagad', 'TrxIDCK4X9Q', 'trxidck4x9q'],
    ...['trxCK4X9Q', 'TRXCK4X9Q', 'TxnCK4X9Q', 'transactionCK4X9Q', 'bkashCK4X9Q', 'bKash trxCK4X9Q', 'Trx-CK4X9Q', 'trx_CK4X9Q'],
    ...['My TrxID is CK4X9Q', 'TrxID CK4X9Q at 26/11/2026 12:30', 'TrxID: CK4 X9Q', 'TrxID CK4X9Q TrxID CK4X9Q'],
  ]
  test.each([...bare, ...labelled, ...around])('%j', (typed) => expect(trxIdOf(typed)).toBe('CK4X9Q'))
})

test.each([
  [BKASH, 'CK4X9Q2ABC'],
  [BKASH.toLowerCase(), 'CK4X9Q2ABC'],
  [BKASH_PAYMENT, 'CK4X9Q2ABC'],
  [NAGAD, '71AB3CDE'],
  [NAGAD.replace(/\n/g, ' '), '71AB3CDE'],
  [ROCKET, '1234567890'],
  [`${BKASH}\n${BKASH}`, 'CK4X9Q2ABC'],
  ['paid 765 from 01712345678, CK4X9Q2ABC, thanks', 'CK4X9Q2ABC'],
  ['CK4X9Q2ABC 26/11/2026', 'CK4X9Q2ABC'],
  ['trxCK4X9Q2ABC', 'CK4X9Q2ABC'],
  ['Trx71AB3CDE', '71AB3CDE'],
  ['nagad71AB3CDE', '71AB3CDE'],
  ['ROCKET1234567890', '1234567890'],
  ['paid 765 from 01712345678, trxCK4X9Q2ABC, thanks', 'CK4X9Q2ABC'],
  ['CK4X9Q2ABC 12:30', 'CK4X9Q2ABC'],
  ['01712345678 CK4X9Q2ABC', 'CK4X9Q2ABC'],
  ['Tk1234567 paid, CK4X9Q2ABC', 'CK4X9Q2ABC'],
])('of the message %j the id is %s', (message, id) => expect(trxIdOf(message)).toBe(id))

test.each([
  ...[
    'TRX12345AB',
    'BKASH1',
    'NAGAD2026X',
    'TXN1',
    'TRXID9',
    'TRANS4X9Q1',
    'ID7K2M9XQ1',
    'ROCKETEER',
    'TWICE',
    '8765432109',
    'X',
  ],
])('a label is taken from no id: %j', (id) => expect(trxIdOf(id)).toBe(id))

describe('none, or more than one', () => {
  const none = ['-', '...', '।', 'TrxID', 'Trx ID:', 'bKash', 'Sent from my phone', BKASH.replace('TrxID CK4X9Q2ABC', '')]
  const several = [
    ...['CK4X9Q2ABC DK4X9Q2ABD', 'CK4X9Q2ABC, DK4X9Q2ABD', '8765432109 8765432110', 'TrxID CK4X9Q TrxID DK4X9Q'],
    ...[`${BKASH}\n${NAGAD}`, 'CK4X9Q2ABC and DK4X9Q2ABD'],
  ]
  const odd = [
    'T\u0445',
    '８Ｎé',
    '٨٧',
    'Tx9A7é',
    'T\u0445 9A7',
    'TrxID CK4X9Q2AB\u0421',
    BKASH.replace('CK4X9Q2ABC', 'CK4X9Q2AB\u0421'),
  ]
  test.each([...none, ...several, ...odd, 'A1'.repeat(61)])('%j is refused', (typed) => {
    const { error } = TrxId.safeParse(typed)
    expect(error?.issues.map(({ message }) => message)).toEqual(['Enter one TrxID: English letters and digits'])
  })
  test.each(['', ' ', '\u200b', undefined])('%j is no TrxID, as of a payment without one', (typed) => {
    expect(TrxId.parse(typed)).toBe('')
  })
})

test('control characters and full stops are no part of an id', () => {
  expect(['8N7A6B5C4D\u0001', '8N7A\u007f6B5C4D', '8N7A6B5C4D.', '8N7A-6B5C 4D'].map(trxIdOf)).toEqual(
    Array(4).fill('8N7A6B5C4D'),
  )
})
