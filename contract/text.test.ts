import { describe, expect, test } from 'vitest'
import { isOneLine, textKey } from './text.ts'

/** Names as keyboards write them: with joiners inside words, at their end, and emoji of several parts. */
const SHOWN = [
  ...['র\u200d্যাব', 'ক্\u200cষ', 'ক্\u200dষ', 'আল্লাহ্\u200c', 'হক্\u200c সাহেব', 'র\u200dহিম', 'রহি\u200cম', 'দোকান১২', 'ক্\u200cShop'],
  ...['👨\u200d👩\u200d👧', '🏋🏽\u200d♀️ Gym', '❤️ 50 + 5', '☎\ufe0e', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1\ufe0f\u20e3', '🇧🇩 Shop', '👍🏿'],
  ...['Zoë O’Neil', 'রহিম', 'هلال', '钻石 100', 'a\u00a0b', 'Nova™'],
]
describe.each(SHOWN)('%j', (name) => {
  test('is text of one line, and compared without its invisible marks', () => {
    expect(isOneLine(name)).toBe(true)
    const bare = name.replace(/\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0061}-\u{e007f}]/gu, '')
    expect(textKey(bare)).toBe(textKey(name))
  })
})

const HIDDEN = [
  '\u3164',
  '\uffa0',
  '\u115f',
  '\u1160',
  '\u034f',
  '\u2800',
  '\ufe0f',
  '\ufe00',
  '\u{e0101}',
  '\u180b',
  '\u17b4',
  '\u00ad',
]
test.each([
  ...HIDDEN.flatMap((mark) => [`rahim${mark}`, `ra${mark}him`, `রহি${mark}ম`]),
  ...[
    'Ra\u200dhim',
    'Ra\u200chim',
    'র\u200d\u200dহিম',
    'রহিম\u200d',
    '\u200dরহিম',
    'ক \u200cখ',
    '5\ufe0f',
    '👨\u200d',
    '👨\u200drahim',
  ],
  ...['🏴\u{e0072}\u{e0061}', 'a\u{e0072}\u{e007f}', '\u202eabc', 'a\nb', '\u0000'],
])('%j hides something', (name) => {
  expect(isOneLine(name)).toBe(false)
})

test('one key for what reads the same', () => {
  for (const [one, other] of [
    ['দোকান১২', 'দোকান12'],
    ['আ\u09dfেশা', 'আ\u09af\u09bcেশা'],
    ['RAHIM', 'rahim'],
    ['❤️', '❤'],
    ['হক্\u200c', 'হক্'],
  ] as const)
    expect(textKey(one)).toBe(textKey(other))
  expect(textKey('রহিম')).not.toBe(textKey('রহম'))
})
