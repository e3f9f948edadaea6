import { afterAll, describe, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { MAX_RATE, MAX_TK } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { paymentMethods } from '#contract/payment-methods.ts'
import { store } from '#contract/store.ts'
import { users } from '#contract/users.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY, startApp } from '../../test/support/app.ts'
import { balanceOf } from '../../test/support/books.ts'
import { whileMoved } from '../../test/support/moves.ts'
import { placeOrder } from '../../test/world.ts'
import { query } from '../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const order = (more: object = {}) => ({
  user_id: app.world.users.shila,
  package_id: app.world.packages.gems100,
  playerid: '5550009',
  ...more,
})
const refused = async (body: Record<string, unknown>) => {
  const reply = await app.call(store.placeOrder, body, STORE_KEY)
  return [reply.status, reply.body.message, reply.body.errors?.[0]?.param]
}

describe('customers', () => {
  test('are created once per phone, whatever its spelling', async () => {
    const first = await app.call(
      store.addUser,
      { username: 'mitu', phone: '+880 1711-222333', email: 'mitu@example.com' },
      STORE_KEY,
    )
    expect(first.body.data).toMatchObject({ username: 'mitu', wallet: 0, earn_wallet: 0 })
    for (const phone of ['8801711222333', '01711-222 333']) {
      const again = await app.call(store.addUser, { username: 'somebody else', phone }, STORE_KEY)
      expect(again.body.data).toEqual(first.body.data)
    }
    const other = await app.call(store.addUser, { username: 'other', phone: '01711222334' }, STORE_KEY)
    const taken = await app.call(users.update, { id: other.body.data.id, phone: '+8801711222333' }, rahim)
    expect([taken.status, taken.body.errors]).toEqual([
      409,
      [{ code: 'user_phone_taken', msg: 'This phone belongs to another user', param: 'phone' }],
    ])
    for (const q of ['+880 1711-222333', '01711222333']) {
      expect((await app.call(users.list, { q }, rahim)).body.data.data.map(({ id }) => id)).toEqual([first.body.data.id])
    }
    expect((await app.call(store.user, { id: first.body.data.id }, STORE_KEY)).body.data).toEqual(first.body.data)
  })

  test('keeps the store’s own facts, found or created; what is not sent stays', async () => {
    const mina = { username: 'minara', phone: '01733000001' }
    const known = { is_phone_verify: 1, provider: 'google', avatar: 'https://pictures.example/1.png', scores: 12 } as const
    const { id } = (await app.call(store.addUser, { ...mina, ...known }, STORE_KEY)).body.data
    const read = async () => (await app.call(users.show, { id }, rahim)).body.data
    expect(await read()).toMatchObject(known)
    await app.call(store.addUser, { ...mina, username: 'another', scores: 40 }, STORE_KEY)
    expect(await read()).toMatchObject({ ...known, username: 'minara', scores: 40 })
    await app.call(store.addUser, { ...mina, is_phone_verify: 0, avatar: '' }, STORE_KEY)
    expect(await read()).toMatchObject({ is_phone_verify: 0, provider: 'google', avatar: '', scores: 40 })
    for (const [wrong, param] of [
      [{ avatar: 'javascript:alert(1)' }, 'avatar'],
      [{ scores: -1 }, 'scores'],
      [{ scores: 2_147_483_648 }, 'scores'],
      [{ is_phone_verify: 'yes' }, 'is_phone_verify'],
    ] as const) {
      const reply = await app.call(store.addUser, { ...mina, ...wrong } as typeof mina, STORE_KEY)
      expect([reply.status, reply.body.errors?.[0]?.param]).toEqual([422, param])
    }
    const older = (await app.call(store.addUser, { username: 'older', phone: '01733000002' }, STORE_KEY)).body.data
    expect((await app.call(users.show, { id: older.id }, rahim)).body.data).toMatchObject({ is_phone_verify: 0, scores: 0 })
  })

  test('a name of which nothing can be seen is none', async () => {
    for (const username of ['', ' ', '\u200b', '\u3164 \u3164', '\u00ad\u2060', '\u0001', '\u0085', '\u009f', '\u2800 \u2800']) {
      const reply = await app.call(store.addUser, { username, phone: '01733000003' }, STORE_KEY)
      expect([reply.status, reply.body.message]).toEqual([422, 'Username is required'])
    }
    const joined = await app.call(store.addUser, { username: 'র\u200d্যাব', phone: '01733000003' }, STORE_KEY)
    expect(joined.body.data.username).toBe('র\u200d্যাব')
  })

  test('a missing one is 404', async () => {
    expect((await app.call(store.user, { id: 999_999 }, STORE_KEY)).status).toBe(404)
  })
})

describe('an order from the store', () => {
  test('is paid from the wallet and readable by the store, with the customer’s note', async () => {
    const before = await balanceOf(app.db, { userId: app.world.users.shila })
    const { body } = await app.call(store.placeOrder, order({ price: 80 }), STORE_KEY)
    const { shila } = app.world.users
    const placed = { user_id: shila, status: 'pending', name: '100 Gems', amount: 80, playerid: '5550009', brief_note: '' }
    expect(body.data).toMatchObject(placed)
    expect(await balanceOf(app.db, { userId: app.world.users.shila })).toBe(before - 80)
    await app.call(orders.setStatus, { id: body.data.id, status: 'completed', order_note: 'Done, thank you' }, rahim)
    const read = await app.call(store.order, { id: body.data.id }, STORE_KEY)
    expect(read.body.data).toMatchObject({ user_id: shila, status: 'completed', brief_note: 'Done, thank you' })
  })

  test('that waits while its package is moved is of the product that has it then', async () => {
    const { gems500: package_id } = app.world.packages
    const place = () => app.call(store.placeOrder, order({ package_id }), STORE_KEY)
    const [{ status, body }, product] = await whileMoved(app, package_id, place)
    expect(status).toBe(200)
    expect(await query(app.db, 'select product_name from orders where id = $1', [body.data.id])).toEqual([
      { product_name: product },
    ])
  })

  test('of a package that costs more than can be kept is refused, and nothing is taken', async () => {
    const { gems100 } = app.world.packages
    const before = await balanceOf(app.db, { userId: app.world.users.shila })
    const { bprice, product_id, buy_rate } = await app.db
      .selectFrom('topup_packages as k')
      .innerJoin('topup_products as p', 'p.id', 'k.product_id')
      .select(['k.bprice', 'k.product_id', 'p.buy_rate'])
      .where('k.id', '=', gems100)
      .executeTakeFirstOrThrow()
    // Each at most what its form takes.
    const price = async (unit: number, rate: number) => {
      await query(app.db, 'update topup_packages set bprice = $2 where id = $1', [gems100, unit])
      await query(app.db, 'update topup_products set buy_rate = $2 where id = $1', [product_id, rate])
    }
    await price(MAX_TK, MAX_RATE)
    expect(await refused(order())).toEqual([422, 'The resulting amount is too large. Nothing was changed.', undefined])
    await price(bprice, buy_rate)
    expect(await balanceOf(app.db, { userId: app.world.users.shila })).toBe(before)
  })

  test('carries a delivered code in its note for the store alone', async () => {
    const { body } = await app.call(store.placeOrder, order({ package_id: app.world.packages.gemsCard }), STORE_KEY)
    await app.call(orders.setStatus, { id: body.data.id, status: 'completed', order_note: 'Enjoy' }, rahim)
    const read = await app.call(store.order, { id: body.data.id }, STORE_KEY)
    expect(read.body.data.brief_note).toBe('UniPin: GEMS-7F3K-A001\nEnjoy')
    const staff = await app.call(orders.show, { id: body.data.id }, rahim)
    expect(JSON.stringify(staff.body)).not.toContain('GEMS-7F3K')
  })

  test('is of one player in any spelling: search, duplicate flag and copy are plain', async () => {
    const place = async (playerid: string) => (await app.call(store.placeOrder, order({ playerid }), STORE_KEY)).body.data
    const first = await place('93543011')
    const spellings = [
      ...['৯৩৫৪৩০১১', '93543011\u200b', '\u202a9354\u20603011\u202c', '９３５４３０１１', '93543011\ufe0f'],
      ...['93543011\u0001', '9354\u007f3011', '\u008593543011'],
    ]
    const placed = [first]
    for (const typed of spellings) placed.push(await place(typed))
    expect(placed.map(({ playerid }) => playerid)).toEqual(placed.map(() => '93543011'))
    const ids = placed.map(({ id }) => id)
    for (const typed of ['93543011', ...spellings]) {
      for (const query of [{ q: typed }, { playerid: typed }]) {
        const { body } = await app.call(orders.list, { ...query, status: 'pending' }, rahim)
        expect([typed, body.data.orders.map(({ id }) => id)]).toEqual([typed, ids])
        expect(body.data.orders.at(-1)?.duplicate_of).not.toBe(null)
      }
    }
    for (const playerid of ['\u200b', '\u0001', '\u0085']) {
      expect(await refused(order({ playerid }))).toEqual([422, 'Player ID is required', 'playerid'])
    }
    expect((await place('ᴺova\u0001')).playerid).toBe('ᴺova')
    // Blanks of chats that count as letters: an id of digits is no name, and they alone are none.
    expect((await place('123456789\u3164')).playerid).toBe('123456789')
    expect((await place('\u2800১২৩')).playerid).toBe('123')
    for (const playerid of ['\u3164', '\u2800\u115f']) {
      expect(await refused(order({ playerid }))).toEqual([422, 'Player ID is required', 'playerid'])
    }
  })

  test('takes a player id as a JSON number; one that JSON damaged is refused', async () => {
    const place = (playerid: unknown) => app.call(store.placeOrder, order({ playerid }) as never, STORE_KEY)
    const [asNumber, asText] = [await place(80543011), await place('80543011')]
    expect([asNumber.status, asNumber.body.data.playerid]).toEqual([200, '80543011'])
    const { body } = await app.call(orders.list, { playerid: '80543011', status: 'pending' }, rahim)
    expect(body.data.orders.map(({ id }) => id)).toEqual([asNumber.body.data.id, asText.body.data.id])
    for (const wrong of [Number.MAX_SAFE_INTEGER + 1, -1, 1.5, true, [80543011]]) {
      expect(await refused(order({ playerid: wrong }))).toEqual([422, 'Must be text', 'playerid'])
    }
    expect(await refused(order({ playerid: '1'.repeat(101) }))).toEqual([422, 'At most 100 characters', 'playerid'])
  })

  test('keeps what else a game may call its players: letters, case, spaces, names', async () => {
    const zone = '12345678 (2001)'
    for (const playerid of [
      'Xx-Nova#77',
      zone,
      'shila@example.com',
      'ᴺova',
      'Nova™',
      'Nova\u3164',
      '²²',
      '①②③',
      'Ｎｏｖａ',
      'নোভা',
      'র\u200d্যাব৭',
    ]) {
      expect((await app.call(store.placeOrder, order({ playerid }), STORE_KEY)).body.data.playerid).toBe(playerid)
    }
    // Sought as it was written, it is found as it is kept.
    const written = '12345678 (২০০১)\u200b'
    const { body: zoned } = await app.call(store.placeOrder, order({ playerid: written }), STORE_KEY)
    expect(zoned.data.playerid).toBe(zone)
    const found = (await app.call(orders.list, { q: written }, rahim)).body.data.orders
    expect(found.map(({ id }) => id)).toContain(zoned.data.id)
    expect((await app.call(orders.list, { q: '\u200b' }, rahim)).body.data.orders).toEqual([])
    const old = await placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages.gems100, playerid: '৭৭' })
    const { body } = await app.call(orders.list, { playerid: '৭৭' }, rahim)
    expect(body.data.orders.map(({ id }) => id)).toEqual([old])
  })

  test('is refused in clear words, and nothing moves', async () => {
    const { shila, tanvir } = app.world.users
    const before = await balanceOf(app.db, { userId: shila })
    expect(await refused(order({ price: 79 }))).toEqual([409, 'Price changed', 'price'])
    expect(await refused(order({ package_id: 999_999 }))).toEqual([422, 'No such package', 'package_id'])
    expect(await refused(order({ user_id: 999_999 }))).toEqual([422, 'No such user', 'user_id'])
    expect(await refused(order({ playerid: ' ' }))).toEqual([422, 'Player ID is required', 'playerid'])
    expect(await refused(order({ package_id: app.world.packages.seasonPass }))).toEqual([
      422,
      'Account type is required',
      'accounttype',
    ])
    const poor = await app.call(store.addUser, { username: 'poor', phone: '01755555555' }, STORE_KEY)
    expect(await refused(order({ user_id: poor.body.data.id }))).toEqual([422, 'Insufficient balance', 'user_id'])
    await app.db.updateTable('topup_packages').set({ in_stock: 0 }).where('id', '=', app.world.packages.gems500).execute()
    expect(await refused(order({ package_id: app.world.packages.gems500 }))).toEqual([422, 'Stock out', 'package_id'])
    await app.db.updateTable('users').set({ is_banned: 1 }).where('id', '=', tanvir).execute()
    expect(await refused(order({ user_id: tanvir }))).toEqual([422, 'This user is banned', 'user_id'])
    // Who lets customers in by a code to their phone is told before the first order.
    const seen = await app.call(store.addUser, { username: 'tanvir', phone: '01811000002' }, STORE_KEY)
    expect(seen.body.data).toMatchObject({ id: tanvir, is_banned: 1 })
    expect(await balanceOf(app.db, { userId: shila })).toBe(before)
  })

  test('the supplier’s credit is taken, and its end is Stock out', async () => {
    await app.db
      .updateTable('topup_products')
      .set({ price: 80 as never })
      .where('id', '=', app.world.products.starfall)
      .execute()
    expect((await app.call(store.placeOrder, order(), STORE_KEY)).status).toBe(200)
    expect(await refused(order())).toEqual([422, 'Stock out', 'package_id'])
  })

  test('secrets are sealed, and only where the product needs them', async () => {
    const secrets = { accounttype: 'Email', ingamepassword: 'pa55-w0rd', securitycode: '991122' }
    const body = order({ package_id: app.world.packages.seasonPass, ...secrets })
    const { id } = (await app.call(store.placeOrder, body, STORE_KEY)).body.data
    const row = await app.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(app.vault.open(row.ingamepassword_sealed ?? Buffer.alloc(0), `order.ingamepassword ${row.id}`)).toBe('pa55-w0rd')
    expect(app.vault.open(row.securitycode_sealed ?? Buffer.alloc(0), `order.securitycode ${row.id}`)).toBe('991122')
    expect(JSON.stringify(row)).not.toContain('pa55-w0rd')
  })

  test('secrets keep every character, with blanks and spelling; blanks alone are none', async () => {
    const secrets = { accounttype: 'Email', ingamepassword: ' pass  word \u09df\t', securitycode: '   ' }
    const body = order({ package_id: app.world.packages.seasonPass, ...secrets })
    const { id } = (await app.call(store.placeOrder, body, STORE_KEY)).body.data
    const row = await app.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(app.vault.open(row.ingamepassword_sealed ?? Buffer.alloc(0), `order.ingamepassword ${row.id}`)).toBe(
      secrets.ingamepassword,
    )
    expect(row.securitycode_sealed).toBeNull()
    expect((await app.call(desk.reveal, { id, field: 'ingamepassword' }, rahim)).body.data.secret).toBe(secrets.ingamepassword)
    expect(await refused({ ...body, ingamepassword: ' \t' })).toEqual([422, 'In-game password is required', 'ingamepassword'])
    expect(await refused({ ...body, ingamepassword: ' '.repeat(201) })).toEqual([422, 'At most 200 characters', 'ingamepassword'])
  })
})

describe('a wallet add', () => {
  const add = (more: object = {}) => ({
    user_id: app.world.users.shila,
    payment_method_id: app.world.methods.mobipay,
    amount: 500,
    number: '01811000001',
    ...more,
  })

  test('waits for an admin; approving credits the customer and the admin’s cash', async () => {
    const wallet = await balanceOf(app.db, { userId: app.world.users.shila })
    const cash = await balanceOf(app.db, { adminId: app.world.admins.rahim })
    const { data } = (await app.call(store.addWallet, add(), STORE_KEY)).body
    expect(data.status).toBe('pending')
    expect(await balanceOf(app.db, { userId: app.world.users.shila })).toBe(wallet)
    const reply = await app.call(walletAdds.setStatus, { transaction_id: data.id, status: 'completed' }, rahim)
    expect(reply.body.message).toBe('Transaction updated successfully')
    expect(await balanceOf(app.db, { userId: app.world.users.shila })).toBe(wallet + 500)
    expect(await balanceOf(app.db, { adminId: app.world.admins.rahim })).toBe(cash + 500)
  })

  test('is read by the store: what became of it, and the amount that an admin has edited', async () => {
    const { data } = (await app.call(store.addWallet, add(), STORE_KEY)).body
    const read = async () => (await app.call(store.walletAdd, { id: data.id }, STORE_KEY)).body.data
    expect(await read()).toEqual(data)
    const edit = { id: data.id, amount: 450, number: '01811000009', status: 'pending' }
    expect((await app.call(walletAdds.editRow, edit, rahim)).status).toBe(200)
    expect(await read()).toEqual({ ...data, amount: 450, number: '01811000009' })
    expect((await app.call(walletAdds.setStatus, { transaction_id: data.id, status: 'cancel' }, rahim)).status).toBe(200)
    expect((await read()).status).toBe('cancel')
    // It is opened again and completed at once; then its amount is edited, of which nobody is told.
    for (const amount of [450, 440]) {
      const done = await app.call(walletAdds.editRow, { ...edit, amount, status: 'completed' }, rahim)
      expect(done.status).toBe(200)
      expect(await read()).toMatchObject({ amount, status: 'completed' })
    }
    expect((await app.call(store.walletAdd, { id: 999_999 }, STORE_KEY)).status).toBe(404)
  })

  test('pending changes nothing; decided is 409 with the state; missing is 404', async () => {
    const { id } = (await app.call(store.addWallet, add(), STORE_KEY)).body.data
    const decide = (status: string, transaction_id = id) =>
      app.call(walletAdds.setStatus, { transaction_id, status } as never, rahim)
    expect((await decide('pending')).status).toBe(200)
    expect((await decide('cancel')).status).toBe(200)
    const late = await decide('completed')
    expect([late.status, late.body.data]).toMatchObject([409, { transaction: { id, status: 'cancel' } }])
    expect((await decide('completed', 999_999)).status).toBe(404)
    expect((await decide('paid')).body.errors).toEqual([
      { code: 'option_not_selected', msg: 'Select an option to update', param: 'status' },
    ])
  })

  test('by a deleted payment method is refused as by one that never was', async () => {
    const { id } = await app.db
      .insertInto('payment_methods')
      .values({ name: 'OldPay', info: '0170' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await app.call(paymentMethods.remove, { id }, rahim)).status).toBe(200)
    for (const payment_method_id of [id, 999_999]) {
      const { status, body } = await app.call(store.addWallet, add({ payment_method_id }), STORE_KEY)
      expect([status, body.errors]).toEqual([
        422,
        [{ code: 'no_such_payment_method', msg: 'No such payment method', param: 'payment_method_id' }],
      ])
    }
  })

  test('takes a TrxID once per method, in any case, spacing, label or whole message', async () => {
    const first = await app.call(store.addWallet, add({ trx_id: 'Tx9A7' }), STORE_KEY)
    expect(first).toMatchObject({ status: 200, body: { data: { trx_id: 'TX9A7' } } })
    const unseen = ['Tx9\u200bA7', 'Tx9A7\u0001', 'Tx\u007f9A7', 'Tx9\u0085A7', 'Tx9A7\u2800', 'Tx\t9A7\n']
    const marks = [' tX9a7 ', 'Tx 9A7', 'Ｔx9A7', 'Tx৯A৭', 'Tx9A7.', 'Tx-9_A7', '“Tx9–A7”।', '#Tx9A7']
    const labels = ['TrxID Tx9A7', 'TxnID:TX9A7', 'Trx ID: tx9a7', 'Transaction ID - Tx9A7', 'bKash TX9A7']
    const message =
      'You have received Tk 765.00 from 01712345678. Fee Tk 0.00. Balance Tk 1,234.00. TrxID TX9A7 at 26/11/2026 12:30'
    for (const trx_id of [...unseen, ...marks, ...labels, message]) {
      const again = await app.call(store.addWallet, add({ trx_id }), STORE_KEY)
      expect([again.status, again.body.errors]).toEqual([
        409,
        [{ code: 'trx_id_used', msg: 'This TrxID was used already', param: 'trx_id' }],
      ])
      // A store that has lost the answer finds its wallet add by it.
      expect(again.body.data).toEqual(first.body.data)
    }
  })

  test('a hidden method still takes a wallet add, as it was paid; a withdrawal not', async () => {
    const { id } = await app.db
      .insertInto('payment_methods')
      .values({ name: 'PausedPay', info: '0170', status: '0' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const added = await app.call(store.addWallet, add({ payment_method_id: id }), STORE_KEY)
    expect(added.body.data).toMatchObject({ payment_method_id: id, trx_id: '' })
    const { user_id } = add()
    await app.call(store.earn, { user_id, amount: 10, reason: 'Referral' }, STORE_KEY)
    const withdrawal = { user_id, amount: 10, number: '01811000001' }
    const paused = await app.call(store.withdraw, { ...withdrawal, payment_method_id: id }, STORE_KEY)
    expect([paused.status, paused.body.errors]).toEqual([
      422,
      [{ code: 'no_such_payment_method', msg: 'No such payment method', param: 'payment_method_id' }],
    ])
    const shown = await app.call(store.withdraw, { ...withdrawal, payment_method_id: app.world.methods.mobipay }, STORE_KEY)
    expect(shown.body.data.payment_method_id).toBe(app.world.methods.mobipay)
  })

  test('refuses a TrxID with look-alike letters, without any, and with two', async () => {
    for (const trx_id of ['T\u0445 9A7', 'Tx9A7é', '-', ' . ', '।', '\u200b-', 'TrxID:', 'CK4X9Q2ABC, DK4X9Q2ABD']) {
      const reply = await app.call(store.addWallet, add({ trx_id }), STORE_KEY)
      expect([reply.status, reply.body.errors]).toEqual([
        422,
        [{ code: 'trx_id_malformed', msg: 'Enter one TrxID: English letters and digits', param: 'trx_id' }],
      ])
    }
  })

  test('a TrxID in Bangla digits is found as the same in Latin ones', async () => {
    const { id } = (await app.call(store.addWallet, add({ trx_id: '৮৭৬৫৪৩২১০৯' }), STORE_KEY)).body.data
    for (const q of ['8765432109', '৮৭৬৫৪৩২১০৯', '8765 432 109']) {
      const { transactions } = (await app.call(walletAdds.list, { q }, rahim)).body.data
      expect(transactions.map((row) => [row.id, row.trx_id])).toEqual([[id, '8765432109']])
    }
  })

  test.each([[0], [-5], [0.001], [10_000_001], ['১০০'], [null]])('refuses the amount %s', async (amount) => {
    const reply = await app.call(store.addWallet, add({ amount }) as never, STORE_KEY)
    expect([reply.status, reply.body.errors?.[0]?.param]).toEqual([422, 'amount'])
  })
})

test('the store reads a withdrawal’s outcome and edited amount', async () => {
  const { shila } = app.world.users
  await app.call(store.earn, { user_id: shila, amount: 100, reason: 'Referral' }, STORE_KEY)
  const { data } = (await app.call(store.withdraw, { user_id: shila, amount: 60, number: '01811000001' }, STORE_KEY)).body
  const read = async () => (await app.call(store.withdrawal, { id: data.id }, STORE_KEY)).body.data
  expect(await read()).toEqual(data)
  const edit = { id: data.id, amount: 40, number: '01811000009', status: 'pending' }
  expect((await app.call(withdrawals.editRow, edit, rahim)).status).toBe(200)
  expect((await app.call(withdrawals.setStatus, { withdraw_earn_wallet_id: data.id, status: 'completed' }, rahim)).status).toBe(
    200,
  )
  expect(await read()).toEqual({ ...data, amount: 40, number: '01811000009', status: 'completed' })
  expect((await app.call(store.withdrawal, { id: 999_999 }, STORE_KEY)).status).toBe(404)
})

test('the catalogue offers what is on sale', async () => {
  const { data } = (await app.call(store.catalog, {}, STORE_KEY)).body
  const packages = data.products.flatMap((product) => product.packages.map((item) => item.name))
  // gems500 was taken off sale above, gems100 and the card have no supplier credit left.
  expect(packages).toEqual(['Season Pass'])
  expect(data.payment_methods).toMatchObject([{ name: 'MobiPay', info: '01700000009' }])
})
