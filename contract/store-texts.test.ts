import { expect, test } from 'vitest'
import { Username } from './store-texts.ts'
import { plainText } from './text.ts'

test.each(['\u0001', '\u0085', '\u009f', '\u2800', '\u200b'])('%j alone is no name', (name) => {
  expect(Username.safeParse(name).error?.issues.map(({ message }) => message)).toEqual(['Username is required'])
})

test('a text keeps its words and lines apart, whatever is taken off it', () => {
  expect(plainText('one\ttwo\r\nthree\n')).toBe('one\ttwo\r\nthree')
})
