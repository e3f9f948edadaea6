import { expect, test } from 'vitest'
import { excerpt, isSameValue, readText } from './excerpt.ts'

const RULES = 'Enter your player ID and not your name. '.repeat(20)

test('two long texts are shown from the words before their first difference', () => {
  const before = `${RULES}No refunds after an hour. ${RULES}`
  const now = `${RULES}No refunds after a day. ${RULES}`
  expect(excerpt(before, now)).toBe('…No refunds after an hour. Enter your player ID and not your name. Enter your pla…')
  expect(excerpt(now, before)).toBe(`…${now.slice(RULES.length, RULES.length + 80)}…`)
})

test('what was added at the end, or taken away there, is shown', () => {
  const before = RULES.trim()
  const now = `${before} No refunds.`
  expect(excerpt(now, before)).toBe('…and not your name. No refunds.')
  expect(excerpt(before, now)).toBe('…and not your name.')
})

test('a short text is shown whole, a long one that differs early from its start', () => {
  expect(excerpt('First words', 'Their words')).toBe('First words')
  expect(excerpt(`A ${RULES}`, RULES)).toBe(`A ${RULES}`.slice(0, 80).concat('…'))
})

test('a text without spaces is cut anywhere', () => {
  const link = `https://shop.example/${'a'.repeat(100)}`
  expect(excerpt(`${link}b`, `${link}c`)).toBe(`…${'a'.repeat(20)}b`)
})

test('formatting is not read', () => {
  const plain = '<p>No refunds</p><p>after an hour</p>'
  const bold = '<p>No <strong>refunds</strong><br>after an hour</p>'
  expect(readText(plain)).toBe('No refunds after an hour')
  expect(readText(bold)).toBe(readText(plain))
  expect(isSameValue(plain, bold)).toBe(false)
})

test('characters that HTML has a use for are read as they were typed', () => {
  expect(readText('<p>Top up &amp; play&nbsp;&lt;3, &quot;now&quot; for &amp;lt;</p>')).toBe('Top up & play <3, "now" for &lt;')
})

test('a link that leads elsewhere is read; only marks of formatting are put in order', () => {
  const link = (number: string) => `<p>Ask <a href="https://wa.me/${number}" target="_blank">us</a></p>`
  expect(readText(link('8801711'))).toBe('Ask (https://wa.me/8801711) us')
  expect(readText(link('8801711'))).not.toBe(readText(link('8801999')))
  expect(isSameValue('Pay <bkash 01711>', 'Pay <bkash 01999>')).toBe(false)
})

test('what the editor holds and what the server keeps of it are the same', () => {
  const edited = '<p>a<br>b&nbsp;c <a target="_blank" rel="noopener" href="https://ok.example/?a=1&amp;b=2">x</a></p>'
  const kept = '<p>a<br />b\u00a0c <a href="https://ok.example/?a=1&amp;b=2" target="_blank" rel="noopener">x</a></p>'
  expect(isSameValue(edited, kept)).toBe(true)
  expect(isSameValue(edited, kept.replace('b=2', 'b=3'))).toBe(false)
  expect(isSameValue('Mine ', 'Mine')).toBe(true)
  expect(isSameValue(1, 0)).toBe(false)
})
