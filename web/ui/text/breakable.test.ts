import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { breakable } from './breakable.tsx'

test('an email address breaks before its signs, and a word nowhere', () => {
  const shown = (text: string) => renderToStaticMarkup(createElement(Fragment, null, breakable(text))).replaceAll('<wbr/>', '|')
  expect(shown('nayeemkarim855@example.com')).toBe('nayeemkarim855|@example.com')
  expect(shown('sharmin.akter_chowdhury.97@mail.example')).toBe('sharmin|.akter|_chowdhury|.97|@mail.example')
  expect(shown('Call again. The player_id was that of a friend.')).toBe('Call again. The player_id was that of a friend.')
  expect(shown('409381015')).toBe('409381015')
})
