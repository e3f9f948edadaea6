import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ApiError, FieldError } from '../../calls/api.ts'
import { actionErrorMessages, fieldErrors, loadErrorMessage } from '../../calls/errors.ts'
import { startLanguage } from '../text/i18n.ts'
import { texts } from './bn.ts'
import { findFilled } from './find.ts'

const refusal = (message: string, errors: FieldError[] = []) => ({ status: 409, message, errors }) as ApiError

beforeAll(() => {
  vi.stubGlobal('localStorage', { getItem: () => 'bn' })
  vi.stubGlobal('document', { documentElement: {} })
  return startLanguage(() => Promise.resolve([texts]))
})
afterAll(() => vi.unstubAllGlobals())

test('a refusal is said in Bangla with its figures, in toasts, beside fields and on screens', () => {
  const msg = 'Wallet changed while you were editing: now 5,050 tk'
  const refused = refusal(msg, [{ msg, param: 'wallet' }])
  const bangla = 'আপনি সম্পাদনা করার সময় ওয়ালেট বদলে গেছে: এখন 5,050 tk'
  expect(actionErrorMessages(refused)).toEqual([bangla])
  expect(fieldErrors(refused)).toEqual({ wallet: bangla })
  expect(loadErrorMessage(refused)).toBe(bangla)
  expect(loadErrorMessage(refusal('Price changed'))).toBe('দাম বদলে গেছে')
  expect(loadErrorMessage(refusal('The price of P1 has changed: now 80.50 tk'))).toBe('P1-এর দাম বদলে গেছে: এখন 80.50 tk')
  expect(loadErrorMessage(refusal('Nobody has translated this'))).toBe('Nobody has translated this')
})

test('a name that looks like an instruction of the translator’s is said as it is, in a sentence with a Bangla text and without', () => {
  expect(loadErrorMessage(refusal('No codes of Gems $t(Save) or {{name}}'))).toBe('No codes of Gems $t(Save) or {{name}}')
  expect(loadErrorMessage(refusal('The price of $t(Save) has changed: now 5 tk'))).toBe('$t(Save)-এর দাম বদলে গেছে: এখন 5 tk')
})

test('each error has its sentence, before the message, before the general one', () => {
  const two = refusal('The message', [{ msg: 'Price changed', param: 'price' }, { msg: 'No such package' }])
  expect(actionErrorMessages(two)).toHaveLength(2)
  expect(actionErrorMessages(two)[0]).toBe('দাম বদলে গেছে')
  expect(actionErrorMessages(refusal('Price changed'))).toEqual(['দাম বদলে গেছে'])
})

test('another request with the key of a try that got no answer is told as what it means', () => {
  const msg = 'This Idempotency-Key was used for another request'
  expect(actionErrorMessages(refusal(msg, [{ msg, param: 'Idempotency-Key' }]))).toEqual([
    'প্রথম চেষ্টার কোনো উত্তর আসেনি: কাজটি হয়তো হয়ে গেছে। আবার চেষ্টার আগে দেখে নিন।',
  ])
})

test('why nothing moves is said in Bangla too', () => {
  const msg = 'This wallet is frozen until this is fixed: Account 12 (earn_wallet) is below zero: -5.50 tk'
  expect(actionErrorMessages(refusal(msg))).toEqual(['এটি ঠিক না হওয়া পর্যন্ত ওয়ালেটটি বন্ধ: হিসাব 12 (আর্ন ওয়ালেট) শূন্যের নিচে: -5.50 tk'])
  expect(actionErrorMessages(refusal('This wallet is frozen until this is fixed: Being looked at'))).toEqual([
    'এটি ঠিক না হওয়া পর্যন্ত ওয়ালেটটি বন্ধ: Being looked at',
  ])
})

test('a sentence with figures is found by its words, the longest first', () => {
  const some = { '{{n}} tk': '', 'now {{n}} tk': '', 'Your wallet (of {{name}}) has {{n}} tk.': '' }
  expect(findFilled('now 5 tk', some)).toEqual({ text: 'now {{n}} tk', values: { n: '5' } })
  expect(findFilled('Your wallet (of A. B) has 1,000 tk.', some)?.values).toEqual({ name: 'A. B', n: '1,000' })
  expect(findFilled('Your wallet (of A. B) has 1,000 tkx', some)).toBeUndefined()
})
