import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { bangla } from '../app/bangla.ts'
import { setLanguage, startLanguage } from '../ui/text/i18n.ts'
import { readyNotes } from './ready-notes.ts'

const order = { playerid: '5512{{order}}', package: '100 Gems', order: 12 }
const shopNotes = (order_notes_completed: string) =>
  vi.stubGlobal('document', { documentElement: { dataset: { shop: JSON.stringify({ notes: { order_notes_completed } }) } } })

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  await startLanguage({ bn: () => Promise.resolve(bangla) })
})
afterEach(async () => {
  await setLanguage('en')
})

afterAll(() => void vi.unstubAllGlobals())

test('a note names its order; what a customer has typed is not filled again', () => {
  shopNotes('{{package}} is on {{playerid}}\n#{{order}} is done\nThank you')
  expect(readyNotes('order_notes_completed', order)).toEqual(['100 Gems is on 5512{{order}}', '#12 is done', 'Thank you'])
})

test('for many orders at once, notes that name one are left out', () => {
  shopNotes('{{package}} is on {{playerid}}\nThank you')
  expect(readyNotes('order_notes_completed', undefined)).toEqual(['Thank you'])
})

test('notes in the language of the screen are offered, all where there are none', async () => {
  shopNotes('Thank you\nধন্যবাদ')
  expect(readyNotes('order_notes_completed', order)).toEqual(['Thank you'])
  await setLanguage('bn')
  expect(readyNotes('order_notes_completed', order)).toEqual(['ধন্যবাদ'])
  shopNotes('Thank you')
  expect(readyNotes('order_notes_completed', order)).toEqual(['Thank you'])
  shopNotes('')
  expect(readyNotes('order_notes_completed', order)).toEqual([])
  expect(readyNotes('product_order_notes_pending', order)).toEqual([])
})
