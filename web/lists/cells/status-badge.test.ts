import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StatusBadge } from './StatusBadge.tsx'

test.each([
  ['completed', 'green'],
  ['delivered', 'green'],
  ['open', 'green'],
  ['cancel', 'red'],
  ['cancelled', 'red'],
  ['ended', 'red'],
  ['failed', 'red'],
  ['in_progress', 'yellow'],
  ['running', 'yellow'],
  ['pending', 'gray'],
  ['Banned', 'gray'],
])('%s is %s, in the word itself', (status, colour) => {
  const badge = renderToStaticMarkup(createElement(StatusBadge, { status }))
  expect(badge).toContain(`data-colour="${colour}"`)
  expect(badge).toContain(`>${status}<`)
})
