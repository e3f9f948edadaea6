import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { dayAndTime, When } from './When.tsx'

test('day and time that are copied are both the shop’s', () => {
  expect(dayAndTime('2026-01-31T20:30:00.000Z')).toBe('2026-02-01 02:30')
  expect(dayAndTime('2026-01-31T17:59:59.999Z')).toBe('2026-01-31 23:59')
})

test('a row says whether its year is the present one, which a compact row leaves out', () => {
  const show = (instant: string) => renderToStaticMarkup(createElement(When, { instant }))
  const now = new Date().toISOString()
  expect(show(now)).toContain('data-year="this"')
  expect(show('2021-01-31T20:30:00.000Z')).toContain('data-year="other"')
  expect(show('2021-01-31T20:30:00.000Z').replaceAll(/<[^>]+>/g, '')).toBe('1 Feb 2021 02:30')
})
