import { expect, test } from 'vitest'
import { inOneLine, numbersIn } from './typed-numbers.ts'

const [a, b] = ['8801711000001', '8801711000002']

test.each([
  ['01711000001, 01711000002', [a, b], []],
  ['01711000001\r\n01711000002\n', [a, b], []],
  ['01711000001\t01711000002', [a, b], []],
  ['01711000001  +8801711000002', [a, b], []],
  // Spaces within a number are the number's.
  [' +880 1711-000 001 ', [a], []],
  ['01711 000 001 01711000002', [], ['01711 000 001 01711000002']],
  ['01711000001 nobody; 01711000002', [b], ['01711000001 nobody']],
  ['"1711000001","1711000002"', [a, b], []],
  ['1711000001 +880 01711000002', [], ['1711000001 +880 01711000002']],
  [' ,; ', [], []],
])('%j', (typed, numbers, left) => {
  expect(numbersIn(typed)).toEqual({ numbers, left })
})

test('a pasted column is put into one line', () => {
  expect(inOneLine('01711000001\r\n\r\n 01711000002 \n')).toBe('01711000001, 01711000002')
})
