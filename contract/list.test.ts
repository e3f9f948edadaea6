import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './index.ts'
import { freeText, required, text } from './list.ts'
import { Phone } from './phone.ts'

const NOT_ONE_LINE = 'Must not contain line breaks or invisible characters'
const faultsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

const INVISIBLE = [
  ...['\u0001', '\t', '\n', '\r\n', '\u007f', '\u0085', '\u2028', '\u2029'],
  ...['\u00ad', '\u180e', '\u200b', '\u2060', '\u2064', '\ufeff', '\u{e0061}', '\u3164', '\u115f', '\u034f', '\u2800', '\ufe0f'],
  ...['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'],
]

describe.each(INVISIBLE)('%j within', (mark) => {
  test('text of one line is refused, naming the field', () => {
    const names = z.object({ name: text(), title: required('Title is required') })
    expect(faultsOf(names, { name: `Ra${mark}him`, title: `র${mark}হিম` })).toEqual([
      ['name', NOT_ONE_LINE],
      ['title', NOT_ONE_LINE],
    ])
  })

  test('free text is kept', () => {
    expect(freeText().parse(`one${mark}two`)).toBe(`one${mark}two`)
  })
})

test('a phone loses the marks that an address book puts around it', () => {
  expect(Phone.parse('\u202a01711223344\u202c')).toBe('01711223344')
})

const NAMES = [
  'username',
  'first_name',
  'last_name',
  'name',
  'shop_name',
  'title',
  'template',
  'city',
  'zip_code',
  'number',
  'note',
]

const named = Object.entries(api).flatMap(([feature, calls]) =>
  Object.entries(calls).flatMap(([call, { access, input }]) => {
    // What a phone forwards is kept as it is: refused, the payment would be lost.
    if (access === 'phone') return []
    // A customer's note has lines.
    if (call === 'writeNote') return []
    const fields = Object.keys((input as z.ZodObject).shape ?? {})
    return fields.filter((field) => NAMES.includes(field)).map((field) => ({ call: `${feature}.${call}`, field, input }))
  }),
)

test('the API has such fields', () => {
  expect(named.length).toBeGreaterThan(20)
})

test.each(named)('$call takes no control character as $field', ({ input, field }) => {
  expect(faultsOf(input, { [field]: 'Ra\u0007him' })).toContainEqual([field, NOT_ONE_LINE])
})
