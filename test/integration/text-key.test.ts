import { afterAll, describe, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { orders } from '#contract/orders.ts'
import { sessions } from '#contract/sessions.ts'
import { store } from '#contract/store.ts'
import { playerKey } from '#contract/store-texts.ts'
import { textKey } from '#contract/text.ts'
import { topupProducts } from '#contract/topup-products.ts'
import { users } from '#contract/users.ts'
import { query } from '../../server/platform/db/connect.ts'
import { STORE_KEY, startApp } from '../support/app.ts'
import { PASSWORD, placeOrder } from '../world.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const CORPUS = [
  ...['র\u200d্যাব', 'আল্লাহ্\u200c', 'আ\u09dfেশা', 'দোকান১২', '০১৭১১-২২৩৩৪৪', 'ক\u09cb', 'ক\u09c7\u09be', '৳ ৫০'],
  ...[
    '👨\u200d👩\u200d👧',
    '❤️ 50 + 5',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '1\ufe0f\u20e3',
    'Zoë O’Neil',
    'ZOE\u0308',
    'ＲＡＨＩＭ',
    'Nova™',
    '钻石 100',
    'هلال',
    'ÉCLAIR',
    'Ёж',
  ],
  ...['rahim\u3164', '\u200b', '', ' a\tb\n', 'a\u00a0b', '50%_\\'],
]

describe('the database folds as the contract does', () => {
  test('each invisible character', async () => {
    const [row] = await query<{ folded: number[] }>(
      app.db,
      `select array_agg(n order by n) as folded from generate_series(1, 1114111) as n
       where n not between 55296 and 57343 and text_key('a' || chr(n) || 'b') = 'ab'`,
    )
    const codes = Array.from({ length: 0x10ffff }, (_, at) => at + 1).filter((n) => n < 0xd800 || n > 0xdfff)
    expect(row?.folded).toEqual(codes.filter((n) => textKey(`a${String.fromCodePoint(n)}b`) === 'ab'))
  })

  test.each(CORPUS)('%j', async (text) => {
    const rows = await query(app.db, 'select text_key($1) as text, player_key($1) as player', [text])
    expect(rows).toEqual([{ text: textKey(text), player: playerKey(text) }])
  })
})

/** A name as it is kept, and other spellings that find it. */
const NAMES = [
  ['আল্লাহ্\u200cর দোকান', ['আল্লাহ্র দোকান', 'আল্লাহ্\u200dর দোকান', 'আল্লাহ্\u200cর']],
  ['র\u200d্যাব সেল', ['র্যাব সেল', 'র\u200d্যাব']],
  ['দোকান১২', ['দোকান12', 'দোকান১২', 'দোকান১2']],
  ['Shop ৭৮', ['shop 78', 'SHOP ৭৮']],
  ['👨\u200d👩\u200d👧 Family', ['👨👩👧 family', '👨\u200d👩\u200d👧']],
  ['❤️ gems', ['❤ gems', '❤️']],
] as const

describe.each(NAMES)('%j', (name, spellings) => {
  test('is taken at sign-up, kept and found by any spelling', async () => {
    const phone = `018990000${NAMES.findIndex(([one]) => one === name) + 10}`
    const { status, body } = await app.call(store.addUser, { username: name, phone }, STORE_KEY)
    expect([status, body.data?.username]).toEqual([200, name.normalize('NFC')])
    for (const q of spellings) {
      const found = await app.call(users.list, { q }, rahim)
      expect([q, found.body.data.data.map(({ id }) => id)]).toEqual([q, [body.data.id]])
    }
  })

  test('is found as the player of an order', async () => {
    const { users: people, packages } = app.world
    const id = await placeOrder(app.db, { userId: people.shila, packageId: packages.gems100, playerid: name })
    const foundBy = async (input: { q: string } | { playerid: string }) =>
      (await app.call(orders.list, input, rahim)).body.data.orders.map((row) => row.id)
    for (const q of spellings) expect([q, await foundBy({ q })]).toEqual([q, [id]])
    // A part is a search; the filter is for the whole id.
    for (const playerid of spellings.filter((one) => textKey(one) === textKey(name)))
      expect([playerid, await foundBy({ playerid })]).toEqual([playerid, [id]])
  })
})

test('an admin signs in by any spelling of their username, which others cannot take', async () => {
  const create = (username: string, nth: number) =>
    app.call(
      admins.create,
      {
        ...{ first_name: 'Jui', last_name: 'Akter', username, email: `jui${nth}@shop.example` },
        ...{ password: 'five green umbrellas', confirm_password: 'five green umbrellas' },
      },
      rahim,
    )
  expect((await create('জুঁই১২', 1)).status).toBe(200)
  for (const identity of ['জুঁই১২', 'জুঁই12', 'জুঁ\u200cই১২'])
    expect((await app.call(sessions.login, { identity, password: 'five green umbrellas' })).status).toBe(200)
  for (const username of ['জুঁই12', 'জুঁ\u200cই১২']) {
    const { status, body } = await create(username, 2)
    expect([status, body.message]).toEqual([409, 'This username belongs to another admin'])
  }
  expect((await app.call(sessions.login, { identity: 'RAHIM', password: PASSWORD })).status).toBe(200)
})

test('what hides characters is refused at each door, with the reason', async () => {
  const reason = 'Must not contain line breaks or invisible characters'
  for (const mark of ['\u3164', '\u115f', '\ufe0f', '\u034f', '\u2800', '\u200d', '\u202e', '\u00ad']) {
    const name = `rahim${mark}x`
    const replies = [
      await app.call(store.addUser, { username: name, phone: '01899000099' }, STORE_KEY),
      await app.call(admins.edit, { id: app.world.admins.karim, first_name: name }, rahim),
      await app.call(topupProducts.update, { id: app.world.products.starfall, name }, rahim),
    ]
    for (const { status, body } of replies) expect([status, body.errors?.[0]?.msg]).toEqual([422, reason])
  }
})
