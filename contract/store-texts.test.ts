import { expect, test } from 'vitest'
import { plainText } from './plain.ts'
import { plainTrxId, TrxId, Username } from './store-texts.ts'

test.each([
  ['8N7A6B5C4D', '8N7A6B5C4D'],
  ['8N7A6B5C4D\u0001', '8N7A6B5C4D'],
  ['8N7A\u007f6B5C4D', '8N7A6B5C4D'],
  ['8N7A6B5C4D.', '8N7A6B5C4D'],
  ['8N7A-6B5C 4D', '8N7A6B5C4D'],
  ['৮N7A', '8N7A'],
  ['', ''],
  ['\u200b', ''],
])('of the TrxID %j its letters and digits are kept', (typed, kept) => expect(TrxId.parse(typed)).toBe(kept))

test.each(['-', '...', 'T\u0445', '８Ｎé', '٨٧'])('%j is no TrxID', (typed) => {
  expect(TrxId.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual(['A TrxID has English letters and digits'])
})

test.each(['\u0001', '\u0085', '\u009f', '\u2800', '\u200b'])('%j alone is no name', (name) => {
  expect(Username.safeParse(name).error?.issues.map(({ message }) => message)).toEqual(['Username is required'])
})

test('a text keeps its words and lines apart, whatever is taken off it', () => {
  expect(plainText('one\ttwo\r\nthree\n')).toBe('one\ttwo\r\nthree')
  expect(plainTrxId('one\ntwo')).toBe('onetwo')
})
