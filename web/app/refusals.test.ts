import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Code, MESSAGES, worded } from '#contract/messages.ts'
import type { ApiError, FieldError } from '../calls/api.ts'
import { actionErrorMessages, fieldErrors, loadErrorMessage, successMessageOf } from '../calls/errors.ts'
import { findFilled } from '../ui/text/findings.ts'
import { setLanguage, startLanguage, t, tFinding, tMessage } from '../ui/text/i18n.ts'
import { bangla } from './bangla.ts'

const store = new Map([['language', 'bn']])

beforeAll(() => {
  vi.stubGlobal('localStorage', { getItem: (key: string) => store.get(key), setItem: () => {} })
  vi.stubGlobal('document', { documentElement: {} })
  return startLanguage({ bn: () => Promise.resolve(bangla) })
})
afterAll(() => vi.unstubAllGlobals())

type Sent = Partial<Pick<FieldError, 'code' | 'params'>> & { message: string }
const sent = ({ code, params, text }: ReturnType<typeof worded>): Sent => ({ code, params, message: text })
const refusal = (body: Sent, errors: FieldError[] = []) => ({ status: 409, ...body, errors }) as ApiError
const priceChanged = sent(worded('price_changed'))

test('a refusal is in Bangla with its figures, in toasts, fields and screens', () => {
  const { message: msg, ...coded } = sent(worded('wallet_changed', { now: '5,050 tk' }))
  const refused = refusal({ message: msg, ...coded }, [{ msg, ...coded, param: 'wallet' }])
  const translated = 'আপনি সম্পাদনা করার সময় ওয়ালেট বদলে গেছে: এখন 5,050 tk'
  expect(actionErrorMessages(refused)).toEqual([translated])
  expect(fieldErrors(refused)).toEqual({ wallet: translated })
  expect(loadErrorMessage(refused)).toBe(translated)
  expect(loadErrorMessage(refusal(priceChanged))).toBe('দাম বদলে গেছে')
})

test('the code decides, not the sentence; an unknown code stays as it was sent', () => {
  expect(loadErrorMessage(refusal({ ...priceChanged, message: 'Worded otherwise' }))).toBe('দাম বদলে গেছে')
  expect(loadErrorMessage(refusal({ code: 'of_a_newer_server', message: 'Price changed' }))).toBe('Price changed')
})

test('a name that looks like an instruction of the translator’s is said as it is', () => {
  const named = sent(worded('package_price_changed', { name: '$t(Save) {{price}}', price: '5 tk' }))
  expect(loadErrorMessage(refusal(named))).toBe('$t(Save) {{price}}-এর দাম বদলে গেছে: এখন 5 tk')
  expect(loadErrorMessage(refusal({ message: 'No codes of Gems $t(Save) or {{name}}' }))).toBe(
    'No codes of Gems $t(Save) or {{name}}',
  )
})

test('each error has its sentence, before the message, before the general one', () => {
  const errors = [{ msg: 'Price changed', code: 'price_changed', param: 'price' }, { msg: 'No such package' }]
  expect(actionErrorMessages(refusal({ message: 'The message' }, errors))).toEqual(['দাম বদলে গেছে', 'No such package'])
  expect(actionErrorMessages(refusal(priceChanged))).toEqual(['দাম বদলে গেছে'])
})

test('another request with the key of an unanswered try is reported as what it means', () => {
  const reused = sent(worded('idempotency_key_reused'))
  expect(actionErrorMessages(refusal(reused, [{ msg: reused.message, param: 'Idempotency-Key' }]))).toEqual([
    'প্রথম চেষ্টার কোনো উত্তর আসেনি: কাজটি হয়তো হয়ে গেছে। আবার চেষ্টার আগে দেখে নিন।',
  ])
})

test('why nothing moves is said in Bangla too', () => {
  const frozen = (reason: string) => actionErrorMessages(refusal(sent(worded('wallet_frozen', { reason }))))
  expect(frozen('Account 12 (earn_wallet) is below zero: -5.50 tk')).toEqual([
    'এটি ঠিক না হওয়া পর্যন্ত ওয়ালেটটি বন্ধ: হিসাব 12 (আর্ন ওয়ালেট) শূন্যের নিচে: -5.50 tk',
  ])
  expect(frozen('Being looked at')).toEqual(['এটি ঠিক না হওয়া পর্যন্ত ওয়ালেটটি বন্ধ: Being looked at'])
})

test('a schema’s words about a field are in Bangla with figures, and in English', async () => {
  const { text } = worded('characters_at_most', { most: 20 })
  expect(tMessage(MESSAGES.phone_required)).toBe('ফোন দিতে হবে')
  // No schema has made this one with `say`, as none of a built dashboard has.
  expect(tMessage('At most 4,321 days')).toBe('সর্বোচ্চ 4,321 দিন')
  await setLanguage('en')
  expect(tMessage(text)).toBe(text)
  expect(loadErrorMessage(refusal(priceChanged))).toBe('Price changed')
  await setLanguage('bn')
})

test('counts are grouped as amounts are, ids and pages are not', () => {
  expect(t('Total user: {{count}}', { count: 184_482 })).toBe('মোট গ্রাহক: 1,84,482')
  expect(t('{{rows}} entries, all sealed', { rows: 14_621 })).toContain('14,621')
  expect(t('Stock {{stock}}', { stock: 1234.5 })).toBe('স্টক 1,234.50')
  expect(t('Copied Order ID:: {{id}}', { id: 19_952 })).toContain(':: 19952')
  expect(t('Page {{page}}', { page: 1046 })).toContain('1046')
})

test('a success is said with the figures of its reply', () => {
  expect(successMessageOf('Total cancelled {total} transaction.', { total: 3 })).toBe('মোট 3টি লেনদেন বাতিল হয়েছে।')
})

test('a stored sentence with figures is found by its words, the longest first', () => {
  const some = { '{{n}} tk': '', 'now {{n}} tk': '', 'Your wallet (of {{name}}) has {{n}} tk.': '' }
  expect(findFilled('now 5 tk', some)).toEqual({ text: 'now {{n}} tk', values: { n: '5' } })
  expect(findFilled('Your wallet (of A. B) has 1,000 tk.', some)?.values).toEqual({ name: 'A. B', n: '1,000' })
  expect(findFilled('Your wallet (of A. B) has 1,000 tkx', some)).toBeUndefined()
  expect(tFinding('Nobody has translated this')).toBe('Nobody has translated this')
})

const places = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()

test.each(Object.keys(MESSAGES) as Code[])('the Bangla of %s keeps the places of its values, its digits Latin', (code) => {
  expect(places(bangla.messages[code] ?? '')).toEqual(places(MESSAGES[code]))
  expect(bangla.messages[code]).not.toMatch(/[\u09e6-\u09ef]/)
  // Some of these texts are said by screens too: by the same Bangla words.
  expect([undefined, bangla.messages[code]]).toContain(bangla.texts[MESSAGES[code]])
})
