import { expect, test } from 'vitest'
import { readNumbers } from './read-numbers.ts'

const ONE = '8801948776144'
const read = (lines: string[]) => readNumbers(lines.map((text, at) => ({ line: at + 1, cells: [text] })))

test.each([
  '1948776144',
  '+880 01948776144',
  '01948776144,',
  '০১৯৪৮৭৭৬১৪৪',
  'Mina Akter 01948-776144',
  '1. 01948776144 (Rafi)',
  "'01948776144'",
  '00880 1948 776 144',
])('%s is one number', (text) => {
  expect(read([text])).toEqual({ numbers: [ONE], repeated: 0, invalid: [] })
})

test('what is no number is listed with its line and reason, and repeats are counted', () => {
  expect(read(['Name, Phone', '01948776144', 'Rafi 0194877614', '+8801948776144', 'Rafi', '01948776144 01711000009'])).toEqual({
    numbers: [ONE, '8801711000009'],
    repeated: 2,
    invalid: [
      { line: 1, text: 'Name, Phone', reason: 'not one number' },
      { line: 3, text: 'Rafi 0194877614', reason: 'too few digits' },
      { line: 5, text: 'Rafi', reason: 'not one number' },
    ],
  })
})
