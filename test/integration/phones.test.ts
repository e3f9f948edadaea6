import { afterAll, describe, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { mobileNumber, phoneKey } from '#contract/phone.ts'
import { store } from '#contract/store.ts'
import { latinDigits, withoutInvisible } from '#contract/text.ts'
import { users } from '#contract/users.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { query } from '../../server/platform/db/connect.ts'
import { matches } from '../../web/lists/local-rows.ts'
import { STORE_KEY, startApp } from '../support/app.ts'
import { askForWalletAdd } from '../world.ts'

/** One telephone as people write it. */
const SPELLINGS = [
  ...[
    '01711223344',
    '8801711223344',
    '+8801711223344',
    '008801711223344',
    '01711-223344',
    '+880 1711 223344',
    '00880 1711 223344',
  ],
  ...['(+880) 1711.223344', '+88 01711-223344', '00 88 01711 223344', '০১৭১১২২৩৩৪৪', '+৮৮০ ১৭১১ ২২৩৩৪৪', '০০৮৮০১৭১১২২৩৩৪৪'],
  ...[
    '1711223344',
    '1711-223 344',
    '+880 01711223344',
    '+880 01711-223344',
    '00880 01711223344',
    '0088001711223344',
    '১৭১১২২৩৩৪৪',
  ],
  ...[
    '"01711223344"',
    "'01711223344",
    '‘1711223344’',
    '\u202a01711223344\u202c',
    '01711\ufe0f223344',
    '01711\u3164223344',
    '\u280001711223344',
  ],
  ...['001711223344', '0001711223344', '00 01711-223344', '0880 1711223344', '+880 001711223344', '01711,223344', '01711223344,'],
]
const WRITTEN = '01711223344'
const KEY = '8801711223344'
const OTHERS = ['01711223345', '0088 1711223344', '+44 1711 223344', '711223344']

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const methodOf = (info: string) => ({ id: 1, info })
const addUser = async (phone: string) => (await app.call(store.addUser, { username: 'mina', phone }, STORE_KEY)).body.data
const mina = (await addUser(WRITTEN)).id

describe.each(SPELLINGS)('%j is one telephone', (spelling) => {
  test('for the contract, the database and the gateway', async () => {
    expect([phoneKey(spelling), mobileNumber(spelling)]).toEqual([KEY, KEY])
    const rows = await query(app.db, 'select phone_key($1) as key, sms_number(phone_key($1)) as number', [spelling])
    expect(rows).toEqual([{ key: KEY, number: KEY }])
  })

  test('for the store and for who edits a customer', async () => {
    expect((await addUser(spelling)).id).toBe(mina)
    const taken = await app.call(users.update, { id: app.world.users.shila, phone: spelling }, rahim)
    expect([taken.status, taken.body.message]).toEqual([409, 'This phone belongs to another user'])
  })

  test('for who edits another admin', async () => {
    const { status, body } = await app.call(admins.edit, { id: app.world.admins.karim, phone: spelling }, rahim)
    expect([status, body.data.phone]).toEqual([200, withoutInvisible(latinDigits(spelling)).trim()])
  })

  test('for both searches, however the row is written', async () => {
    expect((await app.call(users.list, { q: spelling }, rahim)).body.data.data).toMatchObject([{ id: mina }])
    for (const info of SPELLINGS) expect(matches(methodOf(info), spelling)).toBe(true)
    for (const info of ['01711223345', '711223344']) expect(matches(methodOf(info), spelling)).toBe(false)
  })

  test('for the flag of the same number', async () => {
    const amount = 100 + SPELLINGS.indexOf(spelling)
    const add = (number: string) => app.call(store.addWallet, { user_id: mina, amount, number }, STORE_KEY)
    const id = (await add(WRITTEN)).body.data.id
    const flagsOf = async (number: string) => {
      const added = await add(number)
      return (await app.call(walletAdds.show, { id: added.body.data.id }, rahim)).body.data.flags
    }
    expect(await flagsOf(spelling)).toMatchObject([{ kind: 'same_number_and_amount', id }])
    expect(await flagsOf('01711223345')).toEqual([])
  })
})

test('a number that was written otherwise once is still the same', async () => {
  const id = await askForWalletAdd(app.db, { userId: mina, amount: 77, number: '00880 1711 223344' })
  const { body } = await app.call(store.addWallet, { user_id: mina, amount: 77, number: WRITTEN }, STORE_KEY)
  const { flags } = (await app.call(walletAdds.show, { id: body.data.id }, rahim)).body.data
  expect(flags).toMatchObject([{ kind: 'same_number_and_amount', id }])
})

test('what is another telephone stays another one', async () => {
  for (const other of OTHERS) expect(phoneKey(other)).not.toBe(KEY)
  const keys = await query<{ key: string }>(
    app.db,
    'select phone_key(phone) as key from unnest($1::text[]) with ordinality as p (phone, n) order by n',
    [OTHERS],
  )
  expect(keys.map(({ key }) => key)).toEqual(OTHERS.map(phoneKey))
  expect((await addUser('01711223345')).id).not.toBe(mina)
})

test('a phone needs six digits, Bangla ones too', async () => {
  const { status, body } = await app.call(store.addUser, { username: 'x', phone: '০১৭' }, STORE_KEY)
  expect([status, body.errors]).toEqual([
    422,
    [{ code: 'phone_digits_at_least', msg: 'Phone needs at least 6 digits', param: 'phone', params: { least: 6 } }],
  ])
})

const ONE = 'Enter one phone number, without words or an extension'
const WHOLE = 'A mobile number has 11 digits: 01 and nine more'
test.each([
  ...['01711223344 ext 1', '01711223344x1', '01711223344#1', '01711223344/01811223344', 'call 01711223344'].map(
    (phone) => [phone, ONE] as const,
  ),
  ...[
    '017112233440',
    '0171122334',
    '88 017112233440',
    '+880 171122334',
    '00171122334400',
    '880171122334455',
    '88 1711223344',
  ].map((phone) => [phone, WHOLE] as const),
])('%j is refused at each door of customers, and makes none beside 01711223344', async (phone, msg) => {
  const before = await query(app.db, 'select count(*) from users')
  const replies = [
    await app.call(store.addUser, { username: 'mina', phone }, STORE_KEY),
    await app.call(users.update, { id: mina, phone }, rahim),
    await app.call(store.signIn, { phone, password: 'not the password' }, STORE_KEY),
  ]
  for (const { status, body } of replies)
    expect([status, body.errors?.[0]?.msg, body.errors?.[0]?.param]).toEqual([422, msg, 'phone'])
  expect(await query(app.db, 'select count(*) from users')).toEqual(before)
})

test.each(['+44 1711 223344', '001 415 555 2671', '+1 415 555 2671', '+966 50 123 4567', '02-9123456'])(
  '%j is a phone from elsewhere',
  async (phone) => {
    expect((await app.call(store.addUser, { username: 'mina', phone }, STORE_KEY)).status).toBe(200)
  },
)

test('of customers who come at once with spellings of one phone there is one', async () => {
  const spellings = ['1948776144', '01948776144', '+880 01948776144', '0088001948776144', "'01948776144", '০১৯৪৮৭৭৬১৪৪']
  const ids = await Promise.all(spellings.map(async (phone) => (await addUser(phone)).id))
  expect(new Set(ids).size).toBe(1)
  const direct = query(app.db, `insert into users (username, phone) values ('twin', '880-1948 776144')`)
  await expect(direct).rejects.toThrow('users_phone_unique')
})

test('a password is guessed by the phone, however it is written', async () => {
  const guess = (phone: string) => app.call(store.signIn, { phone, password: 'not the password' }, STORE_KEY)
  const statuses = []
  for (const phone of ['01811000777', '1811000777', '+880 01811000777', '001811000777', '"01811-000777"', '8801811000777']) {
    statuses.push((await guess(phone)).status)
  }
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
})

test('a phone is found by its parts in each list that shows it', async () => {
  const user_id = (await addUser('1755123987')).id
  const { id } = (await app.call(store.addWallet, { user_id: mina, amount: 50, number: '+880 01755-124987' }, STORE_KEY)).body
    .data
  await app.call(admins.edit, { id: app.world.admins.karim, phone: '1755 125987' }, rahim)
  for (const part of ['01755', '88017551', '755-12', '+880 1755 12', "'1755"]) {
    const customers = (await app.call(users.list, { q: part }, rahim)).body.data.data.map((row) => row.id)
    const adds = (await app.call(walletAdds.list, { q: part }, rahim)).body.data.transactions.map((row) => row.id)
    const colleagues = (await app.call(admins.list, { q: part }, rahim)).body.data.data.map((row) => row.id)
    expect([part, customers, adds, colleagues]).toEqual([part, [user_id], [id], [app.world.admins.karim]])
  }
})
