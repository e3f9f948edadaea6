import { expect, test } from 'vitest'
import { csvLine, shopTime } from './csv.ts'

test('moments are the shop’s, as a spreadsheet reads them', () => {
  expect(shopTime('2026-01-31T18:30:05.5Z', 'Asia/Dhaka')).toBe('2026-02-01 00:30:05')
  expect(shopTime('2026-01-31T17:59:59Z', 'Asia/Dhaka')).toBe('2026-01-31 23:59:59')
  expect(shopTime(null, 'Asia/Dhaka')).toBe(null)
})

test('no text is taken for a formula, and quotes, commas and lines stay in their cell', () => {
  expect(csvLine(['=1+1', '＝1＋1', '＠SUM', '-5', -5, 'a "b", c', 'two\nlines', '\n=1', null])).toBe(
    `'=1+1,'＝1＋1,'＠SUM,'-5,-5,"a ""b"", c","two\nlines","'\n=1",\r\n`,
  )
})
