import { describe, expect, test } from 'vitest'
import { linesOf } from './changes.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const lettersOf = (text: string) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
const lineOf = (was: unknown, is: unknown) => linesOf({ before: { field: was }, field: is })[0]

describe('a list', () => {
  test('of 14 modules that becomes one of 15 says which came', () => {
    expect(lineOf(upTo(14), [...upTo(14), 18])).toEqual({ field: 'field', before: undefined, after: { text: '+18' } })
  })

  test('says what came and what went, however much it is', () => {
    expect(lineOf(upTo(14), [...upTo(14).filter((id) => id !== 3), 18])?.after).toEqual({ text: '+18, −3' })
    const [gone, kept] = [upTo(300), [301]]
    expect(lineOf(gone, kept)?.after).toEqual({ text: ['+301', ...gone.map((id) => `−${id}`)].join(', ') })
    const [was, is] = [
      { id: 1, price: 95 },
      { id: 1, price: 98 },
    ]
    expect(lineOf([was], [is])?.after).toEqual({ text: `+${JSON.stringify(is)}, −${JSON.stringify(was)}` })
  })

  test('of records says what each became', () => {
    const [was, is] = [
      ['ID 1 · Price 95 tk', 'ID 2 · Price 5 tk', 'ID 3 · Price 6 tk'],
      ['ID 1 · Price 98 tk', 'ID 2 · Price 5 tk', 'ID 4 · Price 7 tk'],
    ]
    expect(lineOf(was, is)?.after).toEqual({
      text: 'ID 1 · Price 95 tk → Price 98 tk, +ID 4 · Price 7 tk, −ID 3 · Price 6 tk',
    })
  })

  test('that was empty, or is empty now, is shown whole', () => {
    const whole = `[${upTo(40).join(', ')}]`
    expect(lineOf([], upTo(40))).toEqual({ field: 'field', before: { text: '[]' }, after: { text: whole } })
    expect(lineOf(upTo(40), [])).toEqual({ field: 'field', before: { text: whole }, after: { text: '[]' } })
  })

  test('that was empty and is, is not shown', () => {
    expect(linesOf({ before: { ids: [], other: 1 }, ids: [], other: 2 }).map(({ field }) => field)).toEqual(['other'])
  })

  test('that is the same, or replaces nothing, is cut, with all of it behind', () => {
    const [text, whole] = ['[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, …]', `[${upTo(14).join(', ')}]`]
    expect(lineOf(upTo(14), upTo(14))).toEqual({ field: 'field', before: { text, whole }, after: { text, whole } })
    expect(linesOf({ ids: upTo(14) })).toEqual([{ field: 'ids', before: undefined, after: { text, whole } }])
    expect(linesOf({ ids: [1, 2] })).toEqual([{ field: 'ids', before: undefined, after: { text: '[1, 2]' } }])
  })
})

describe('a text', () => {
  test('stands beside what it replaces; what was emptied is three dashes', () => {
    expect(lineOf('pending', 'completed')).toEqual({
      field: 'field',
      before: { text: 'pending' },
      after: { text: 'completed' },
    })
    expect(lineOf(null, 'new')).toEqual({ field: 'field', before: undefined, after: { text: 'new' } })
    expect(lineOf('old', '')).toEqual({ field: 'field', before: { text: 'old' }, after: { text: '---' } })
  })

  test('that was empty and is, or replaces nothing, is not shown', () => {
    expect(lineOf(null, '')).toBeUndefined()
    expect(linesOf({ before: { name: '' }, phone: '', status: 'pending' }).map(({ field }) => field)).toEqual(['status'])
  })

  test('that is long begins a little before its first difference, with all of it behind', () => {
    const long = 'Diamonds come within five minutes. '.repeat(10)
    const [was, is] = [`${long}Not on Fridays.`, `${long}On Fridays too.`]
    expect(lineOf(was, is)).toEqual({
      field: 'field',
      before: { text: '…ve minutes. Not on Fridays.', whole: was },
      after: { text: '…ve minutes. On Fridays too.', whole: is },
    })
    const [early, late] = [`A${long}`, `B${long}`]
    expect(lineOf(early, late)?.after).toEqual({ text: `${late.slice(0, 80)}…`, whole: late })
    expect(lineOf(long, `${long}More.`)?.after?.text).toBe('…ve minutes. More.')
    expect(lineOf(long, long)?.after?.text).toBe(`${long.slice(0, 80)}…`)
  })

  test('of Bangla is not cut within a letter, wherever the difference is', () => {
    const letters = lettersOf('ক্রেতাকে পাঁচ মিনিটের মধ্যে ডায়মন্ড পৌঁছে দেওয়া হয়। '.repeat(8))
    const was = letters.join('')
    const borders = new Set([...new Intl.Segmenter().segment(was)].map(({ index }) => index))
    for (let at = 60; at < 200; at += 1) {
      const before = lineOf(was, letters.with(at, 'ক্ষি').join(''))?.before
      const shown = before?.text.replaceAll('…', '') ?? ''
      const start = was.indexOf(shown)
      expect([before?.whole, borders.has(start), borders.has(start + shown.length)]).toEqual([was, true, true])
    }
  })
})
