import { expect, test } from 'vitest'
import { CREDITING, NOT_CREDITING, UNREADABLE } from '../../../../test/payments/corpus.ts'
import { chooseSeed, type Random, randomFrom } from '../../../../test/support/random.ts'
import { type Reading, readMessage } from './read.ts'

const banglaDigits = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)))
const inBangla = (text: string) =>
  text.replace(/Tk[. ]*[\d,.]+\d/g, banglaDigits).replace(/\d\d\/\d\d\/\d{4} \d\d:\d\d/, banglaDigits)

/** The ways in which phones hand over one message. */
const WAYS: readonly (readonly [way: string, of: (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
  ['one line', (text) => text.replaceAll('\n', ' ')],
  ['a line per sentence', (text) => text.replace(/\. (?=Ref|Fee|Balance|TrxID)/g, '.\n')],
  ['with blank ends and a mark', (text) => `\ufeff \n${text} \n`],
  ['Bangla digits', inBangla],
  ['a promotion in front', (text) => `Eid Mubarak! ${text}`],
  ['a promotion on a line in front', (text) => `Our new app is here\n${text}`],
]

const said = (reading: Reading): string => {
  if (reading.is === 'unread') return 'unread'
  if (reading.is === 'other') return `other ${reading.kind}`
  const { is, wallet, kind, amount, fee, balance, trx_id, payer, paid_at, isUnproven } = reading
  const when = paid_at === undefined ? 'without a date' : `at ${paid_at.replace(/:00\+06:00$/, '')}`
  const words = [is, wallet, kind, amount, 'fee', fee, 'balance', balance, trx_id ?? 'without an id', 'from', payer, when]
  return [...words, ...(isUnproven ? ['unproven'] : [])].join(' ')
}

test.each(WAYS)('%s: every message that credits is read', (_, way) => {
  expect(CREDITING.map(([, text]) => said(readMessage(way(text))))).toEqual(CREDITING.map(([reads]) => reads))
})

test.each(WAYS)('%s: what is no payment is known by its kind', (_, way) => {
  const isPlain = way('x') === 'x'
  const readings = NOT_CREDITING.map(([, text]) => readMessage(way(text)))
  if (isPlain) expect(readings.map(said)).toEqual(NOT_CREDITING.map(([reads]) => reads))
  expect(readings.filter(({ is }) => is === 'credit')).toEqual([])
})

test.each(WAYS)('%s: what is not whole is for a person', (_, way) => {
  expect(UNREADABLE.filter((text) => readMessage(way(text)).is !== 'unread')).toEqual([])
})

test('the corpus has at least 90 messages', () => {
  const texts = [...CREDITING, ...NOT_CREDITING].map(([, text]) => text)
  expect(new Set([...texts, ...UNREADABLE]).size).toBeGreaterThanOrEqual(90)
})

test('a message that a reference makes too long is for a person', () => {
  const [, text] = CREDITING[0] as [string, string]
  expect(readMessage(text.replace('Ref order', `Ref ${'x'.repeat(2_000)}`)).is).toBe('unread')
})

const PHRASES = [
  ...['sent', 'Send Money Tk 5.00 to', 'payment made', 'Payment of Tk 7.00 to ACME', 'Cash Out', 'Cash-Out to A/C:', 'Bill paid'],
  ...[
    'Mobile Recharge',
    'returned',
    'reversed',
    'cashback',
    'refund',
    'Your refund',
    'failed',
    'declined',
    'requested',
    'OTP 123456',
  ],
  ...[
    'verification code',
    'offer',
    'Balance Tk 99,999.00.',
    'Fee Tk 3.00.',
    'Amount: Tk 77.00',
    'Bal: Tk 1',
    'Sender: 01799999999',
  ],
  ...[
    'TrxID ZZ99ZZ99ZZ',
    'TxnID: ZZ99ZZ99',
    'TxnId:9999999999',
    'TrxID ZZ99ZZ99ZZ at 01/01/2026 10:00',
    'Date:01-JAN-26 10:00:00 am.',
  ],
  ...['Fee Tk 0.00. Balance Tk 1.00. TrxID ZZ99ZZ99ZZ at 01/01/2026 10:00', 'You have received Tk 99,999.00 from 01799999999.'],
  ...[
    'Money Received. Amount: Tk 99,999.00',
    'Ref',
    'Ref:',
    '.',
    '\n',
    '\r\n',
    'TxnID: ZZ99ZZ99\nBalance: Tk 5.00\n01/01/2026 10:00',
  ],
  ...[
    'Fee:Tk0, Your A/C Balance: Tk1.00 TxnId:9999999999 Date:01-JAN-26 10:00:00 am.',
    '৳ ৫০০',
    '{ref}',
    '\\',
    '$&',
    '()[]',
    '٣',
  ],
]

const referenceOf = (random: Random) =>
  Array.from({ length: 1 + random.below(4) }, () => random.pick(PHRASES)).join(random.pick([' ', '', '. ', '\n']))

const WITH_REFERENCE = CREDITING.filter(([, text]) => /\bRef\b/.test(text))
const LABEL = /(\bRef[: ]\s*)([\s\S]*?)(?=\.? (?:Fee|Balance)|\s(?:TxnID|Fee:))/

/** Cut, or with a character too few or too many. */
const damaged = (text: string, random: Random) => {
  const at = random.below(text.length)
  return random.pick([
    text.slice(0, at),
    text.slice(at),
    text.slice(0, at) + text.slice(at + 1),
    `${text.slice(0, at)} ${text.slice(at)}`,
  ])
}

const ROUNDS = Number(process.env.PAYMENT_MESSAGES ?? (process.env.PROVE ? 100_000 : 4_000))

test(`${ROUNDS} references that imitate fields change neither amount nor id`, () => {
  const random = randomFrom(chooseSeed())
  const wrong: string[] = []
  let credited = 0
  for (let round = 0; round < ROUNDS && wrong.length < 5; round++) {
    const [reads, text] = random.pick(WITH_REFERENCE)
    const [, way] = random.pick(WAYS)
    const message = way(text.replace(LABEL, (_, label: string) => label + referenceOf(random)))
    const reading = readMessage(message)
    if (reading.is === 'credit') credited += 1
    if (reading.is === 'unread' ? false : fixedFields(said(reading)) !== fixedFields(reads))
      wrong.push(`${said(reading)} <- ${message}`)
  }
  expect(wrong, `SEED=${random.seed}`).toEqual([])
  expect(credited, 'most are read in spite of their references').toBeGreaterThan(ROUNDS / 2)
  console.log(`payments: ${ROUNDS} references, ${credited} read, none wrong (SEED=${random.seed})`)
})

/** All but the fee and the time, which decide on no money where a wallet leaves its own out. */
const fixedFields = (reads: string) => reads.replace(/ fee \S+/, '').replace(/ (?:at \S+|without a date)/, '')

test(`${ROUNDS} references inside what is no payment: never a credit`, () => {
  const random = randomFrom(chooseSeed())
  const wrong: string[] = []
  for (let round = 0; round < ROUNDS && wrong.length < 5; round++) {
    const [, text] = random.pick(NOT_CREDITING)
    const [, receipt] = random.pick(CREDITING)
    const reference = random.chance(0.5) ? receipt : referenceOf(random)
    const message = random.pick(WAYS)[1](
      /\bRef\b/.test(text) ? text.replace(/\bRef[: ]\s*/, `Ref ${reference} `) : `${text} Ref ${reference}`,
    )
    if (readMessage(message).is === 'credit') wrong.push(message)
  }
  expect(wrong, `SEED=${random.seed}`).toEqual([])
})

test(`${ROUNDS} damaged messages: never a part of an id`, () => {
  const random = randomFrom(chooseSeed())
  const wrong: string[] = []
  for (let round = 0; round < ROUNDS && wrong.length < 5; round++) {
    const [, text] = random.pick(CREDITING)
    const message = damaged(text, random)
    const reading = readMessage(message)
    if (reading.is !== 'credit') continue
    const { trx_id = '' } = reading
    if (!new RegExp(`(?<![A-Z0-9])(?:TrxID|TxnID|TxnId)?:? ?${trx_id}(?![A-Za-z0-9])`).test(message))
      wrong.push(`${said(reading)} <- ${message}`)
  }
  expect(wrong, `SEED=${random.seed}`).toEqual([])
})
