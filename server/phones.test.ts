import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { mobileNumber, phoneKey, writtenPhone } from '#contract/phone.ts'
import { store } from '#contract/store.ts'
import { users } from '#contract/users.ts'
import { walletTopups } from '#contract/wallet-topups.ts'
import { matches } from '../web/kit/list/local-rows.ts'
import { query } from './db/connect.ts'
import { STORE_KEY, startApp } from './testing/app.ts'
import { askForWalletAdd } from './world.ts'

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
  '\u202a01711223344\u202c',
]
const KEY = '01711223344'
const OTHERS = ['01711223345', '1711223344', '0088 1711223344', '+44 1711 223344']

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const methodOf = (info: string) => ({ id: 1, info })
const addUser = async (phone: string) => (await app.call(store.addUser, { username: 'mina', phone }, STORE_KEY)).body.data
const mina = (await addUser(KEY)).id

describe.each(SPELLINGS)('%j is one telephone', (spelling) => {
  test('for the contract, the database and the gateway', async () => {
    expect([phoneKey(spelling), mobileNumber(spelling)]).toEqual([KEY, `88${KEY}`])
    const digits = writtenPhone(spelling).replace(/\D/g, '')
    const rows = await query(app.db, 'select phone_key($1) as key, sms_number($1) as number', [digits])
    expect(rows).toEqual([{ key: KEY, number: `88${KEY}` }])
  })

  test('for the store and for who edits a customer', async () => {
    expect((await addUser(spelling)).id).toBe(mina)
    const taken = await app.call(users.update, { id: app.world.users.shila, phone: spelling }, rahim)
    expect([taken.status, taken.body.message]).toEqual([409, 'This phone belongs to another user'])
  })

  test('for who edits a colleague', async () => {
    const { status, body } = await app.call(admins.edit, { id: app.world.admins.karim, phone: spelling }, rahim)
    expect([status, body.data.phone]).toEqual([200, writtenPhone(spelling).trim()])
  })

  test('for both searches, however the row is written', async () => {
    expect((await app.call(users.list, { q: spelling }, rahim)).body.data.data).toMatchObject([{ id: mina }])
    for (const info of SPELLINGS) expect(matches(methodOf(info), spelling)).toBe(true)
    for (const info of OTHERS) expect(matches(methodOf(info), spelling)).toBe(false)
  })

  test('for the flag of the same number', async () => {
    const amount = 100 + SPELLINGS.indexOf(spelling)
    const add = (number: string) => app.call(store.addWallet, { user_id: mina, amount, number }, STORE_KEY)
    const id = (await add(KEY)).body.data.id
    const flagsOf = async (number: string) => {
      const added = await add(number)
      return (await app.call(walletTopups.show, { id: added.body.data.id }, rahim)).body.data.flags
    }
    expect(await flagsOf(spelling)).toMatchObject([{ kind: 'same_number_and_amount', id }])
    expect(await flagsOf('01711223345')).toEqual([])
  })
})

test('a number that was written otherwise once is still the same', async () => {
  const id = await askForWalletAdd(app.db, { userId: mina, amount: 77, number: '00880 1711 223344' })
  const { body } = await app.call(store.addWallet, { user_id: mina, amount: 77, number: KEY }, STORE_KEY)
  const { flags } = (await app.call(walletTopups.show, { id: body.data.id }, rahim)).body.data
  expect(flags).toMatchObject([{ kind: 'same_number_and_amount', id }])
})

test('what is another telephone stays another one', async () => {
  for (const other of OTHERS) expect(phoneKey(other)).not.toBe(KEY)
  expect((await addUser('01711223345')).id).not.toBe(mina)
})

test('a phone needs six digits, Bangla ones too', async () => {
  const { status, body } = await app.call(store.addUser, { username: 'x', phone: '০১৭' }, STORE_KEY)
  expect([status, body.errors]).toEqual([422, [{ msg: 'Phone needs at least 6 digits', param: 'phone' }]])
})

test('a customer of old is written anew, unless another one has that telephone by now', async () => {
  const old = ['0088 01999-000001', '00880 1711 223344']
  const rows = await query<{ id: number }>(
    app.db,
    `insert into users (username, phone) select 'old', phone from unnest($1::text[]) as phone returning id`,
    [old],
  )
  await query(app.db, readFileSync(new URL('db/migrations/037-one-spelling.sql', import.meta.url), 'utf8'))
  const now = await query<{ phone: string }>(app.db, 'select phone from users where id = any($1) order by id', [
    rows.map(({ id }) => id),
  ])
  expect(now.map(({ phone }) => phone)).toEqual(['+8801999000001', '00880 1711 223344'])
})
