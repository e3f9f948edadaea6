import { afterAll, afterEach, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { audit } from '#contract/audit.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { formatTk } from '#contract/money.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { startApp } from '../../../test/support/app.ts'
import { balanceOf, expectSoundBooks, grant, journalsOf } from '../../../test/support/books.ts'
import { hireAdmin } from '../../../test/support/hired-admins.ts'
import { askForWalletAdd, fundWallet } from '../../../test/world.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
const nadia = await app.signIn('nadia')
await grant(app.db, app.world.admins.nadia, ['hand_overs_view', 'hand_overs_approve'])
afterEach(() => expectSoundBooks(app.db))
afterAll(() => app.close())

const cash = (name: 'rahim' | 'karim' | 'nadia') => balanceOf(app.db, { adminId: app.world.admins[name] })
const statusOf = async (id: number) =>
  (await app.db.selectFrom('hand_overs').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

/** Gives an admin cash, as if they had collected it. */
const collect = async (name: 'karim' | 'nadia', amount: number) => {
  const { users, methods } = app.world
  const admins = { ...app.world.admins, rahim: app.world.admins[name] }
  await fundWallet(app.db, { admins, methods }, { userId: users.shila, amount })
}

const request = async (token: string, amount: number) => app.call(handOvers.request, { amount, number: '' }, token)

test('handing over takes the cash at once, and only what is there', async () => {
  await collect('karim', 700)
  const { status, body } = await request(karim, 500)
  expect([status, body.message]).toEqual([200, 'Transaction updated successfully'])
  expect(body.data).toMatchObject({ amount: 500, number: '', status: 'pending', kind: 'request', wallet: 200, Admin: null })
  expect(await cash('karim')).toBe(200)
  const tooMuch = await request(karim, 200.01)
  expect([tooMuch.status, tooMuch.body.message]).toEqual([422, 'Your wallet is 200 tk; you can hand over at most 200 tk'])
  expect((await request(karim, 0)).status).toBe(422)
  const late = await app.call(handOvers.request, { amount: 100, number: '', expected_wallet: 700 }, karim)
  expect([late.status, late.body.message]).toEqual([409, 'Wallet changed while you were editing: now 200 tk'])
  expect((await request(karim, 200)).status).toBe(200)
  expect(await cash('karim')).toBe(0)
})

test('its owner sees it among their own and may cancel it once while it is pending', async () => {
  const { body } = await app.call(handOvers.own, {}, karim)
  expect(body.data.total).toBe(2)
  const [newest] = body.data.transactions
  const id = newest?.id ?? 0
  expect((await app.call(handOvers.own, {}, nadia)).body.data.total).toBe(0)
  expect((await app.call(handOvers.cancelOwn, { id }, nadia)).status).toBe(404)
  expect((await app.call(handOvers.cancelOwn, { id }, karim)).status).toBe(200)
  expect(await cash('karim')).toBe(200)
  const again = await app.call(handOvers.cancelOwn, { id }, karim)
  expect([again.status, again.body.message]).toEqual([409, 'This transaction can no longer be changed'])
  expect(await cash('karim')).toBe(200)
})

test('another admin confirms it, once; the cash is then the store’s', async () => {
  const before = await cash('nadia')
  const { body } = await request(karim, 50)
  const { id } = body.data
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      app.call(handOvers.setStatus, { transaction_id: id, status: 'completed' }, at % 2 ? nadia : rahim),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(9)
  expect(await journalsOf(app.db, 'hand_over', id)).toEqual(['requested', 'completed'])
  expect(await cash('nadia')).toBe(before)
  expect(await cash('karim')).toBe(150)
})

test('cash is confirmed as seen: an owner’s edit of their open request is noticed', async () => {
  await collect('nadia', 80)
  const { id } = (await request(nadia, 80)).body.data
  await app.call(handOvers.editRow, { id, amount: 8, number: '01700000000', status: 'pending' }, nadia)
  const confirm = (expected_amount: number) =>
    app.call(handOvers.setStatus, { transaction_id: id, status: 'completed', expected_amount }, rahim)
  const refused = await confirm(80)
  expect([refused.status, refused.body.data]).toMatchObject([409, { transaction: { id, amount: 8, status: 'pending' } }])
  expect(await statusOf(id)).toBe('pending')
  expect((await confirm(8)).status).toBe(200)
  const rest = (await request(nadia, 72)).body.data
  await app.call(handOvers.setStatus, { transaction_id: rest.id, status: 'completed' }, rahim)
})

test('it is taken back as it was seen: another admin may pencil it meanwhile', async () => {
  await collect('karim', 500)
  const start = await cash('karim')
  const { id } = (await request(karim, 500)).body.data
  await app.call(handOvers.editRow, { id, amount: 60, number: '01700000000', status: 'pending' }, rahim)
  const cancelOwn = (expected_amount: number) => app.call(handOvers.cancelOwn, { id, expected_amount }, karim)
  const refused = await cancelOwn(500)
  expect([refused.status, refused.body.message, refused.body.data]).toMatchObject([
    409,
    'This has changed. Review it and try again.',
    { transaction: { id, amount: 60, status: 'pending' } },
  ])
  expect([await statusOf(id), await cash('karim')]).toEqual(['pending', start - 60])
  expect((await cancelOwn(60)).status).toBe(200)
  expect([await statusOf(id), await cash('karim')]).toEqual(['cancel', start])
  const again = await cancelOwn(60)
  expect([again.body.message, again.body.data]).toMatchObject([
    'This transaction can no longer be changed',
    { transaction: { id, status: 'cancel' } },
  ])
})

test('a hand-over out of a frozen wallet is not confirmed', async () => {
  await collect('karim', 25)
  const { id } = (await request(karim, 25)).body.data
  const freeze = (frozen_reason: string | null) =>
    app.db.updateTable('accounts').set({ frozen_reason }).where('admin_id', '=', app.world.admins.karim).execute()
  const confirm = () => app.call(handOvers.setStatus, { transaction_id: id, status: 'completed' }, rahim)
  await freeze('Being looked at')
  const refused = await confirm()
  expect([refused.status, refused.body.message]).toEqual([503, 'This wallet is frozen until this is fixed: Being looked at'])
  expect(await statusOf(id)).toBe('pending')
  await freeze(null)
  expect((await confirm()).status).toBe(200)
})

test('a sub-admin never confirms their own; a super admin may, marked in the audit log', async () => {
  await collect('nadia', 90)
  const own = (await request(nadia, 90)).body.data
  const refused = await app.call(handOvers.setStatus, { transaction_id: own.id, status: 'completed' }, nadia)
  expect([refused.status, refused.body.message]).toEqual([403, 'Another admin must confirm your hand-over'])
  expect(await statusOf(own.id)).toBe('pending')
  const bySuper = (await request(rahim, 10)).body.data
  expect((await app.call(handOvers.setStatus, { transaction_id: bySuper.id, status: 'completed' }, rahim)).status).toBe(200)
  const audit = await app.db
    .selectFrom('audit')
    .select('facts')
    .where('subject_id', '=', bySuper.id)
    .orderBy('id', 'desc')
    .execute()
  expect(audit[0]?.facts).toMatchObject({ self_approved: true })
  const own_cash = { admin_id: app.world.admins.rahim, kind: 'recorded' as const, amount: 5, reason: 'Put into the safe' }
  const recorded = (await app.call(handOvers.record, own_cash, rahim)).body.data
  const marked = await app.db.selectFrom('audit').select('facts').where('subject_id', '=', recorded.id).executeTakeFirst()
  expect(marked?.facts).toMatchObject({ self_approved: true, amount: 5 })
})

test('an edit moves the difference if pending, nothing if cancelled, all if reopened', async () => {
  await collect('karim', 850)
  const start = await cash('karim')
  const { id } = (await request(karim, 300)).body.data
  const edit = (more: object) => app.call(handOvers.editRow, { id, number: '01700000000', ...more }, rahim)
  expect((await edit({ amount: 450, status: 'pending', expected_amount: 300 })).body.data).toMatchObject({ amount: 450 })
  expect(await cash('karim')).toBe(start - 450)
  expect((await edit({ amount: 100, status: 'pending', expected_amount: 300 })).status).toBe(409)
  expect((await edit({ amount: 100, status: 'completed' })).status).toBe(409)
  await edit({ amount: 100, status: 'pending' })
  expect(await cash('karim')).toBe(start - 100)
  await app.call(handOvers.setStatus, { transaction_id: id, status: 'cancel' }, rahim)
  // Opened while it was pending: that must not take the cash again.
  expect((await edit({ amount: 100, status: 'pending', expected_status: 'pending' })).status).toBe(409)
  expect(await cash('karim')).toBe(start)
  await edit({ amount: 250, status: 'cancel', expected_status: 'cancel' })
  expect(await cash('karim')).toBe(start)
  const tooMuch = await edit({ amount: start + 1, status: 'pending' })
  expect(tooMuch.status).toBe(422)
  expect((await edit({ amount: 250, status: 'completed' })).status).toBe(200)
  expect(await cash('karim')).toBe(start - 250)
  expect(await journalsOf(app.db, 'hand_over', id)).toEqual([
    'requested',
    'edited',
    'edited',
    'cancelled',
    'requested',
    'completed',
  ])
  expect((await edit({ amount: 1, status: 'completed' })).status).toBe(409)
})

test('a super admin records received cash and write-offs, with a reason', async () => {
  const start = await cash('karim')
  const input = { admin_id: app.world.admins.karim, amount: 20, reason: 'Lost note' }
  expect((await app.call(handOvers.record, { ...input, kind: 'write_off' }, nadia)).status).toBe(403)
  expect((await app.call(handOvers.record, { ...input, kind: 'write_off', reason: ' ' }, rahim)).status).toBe(422)
  expect((await app.call(handOvers.record, { ...input, kind: 'write_off' }, rahim)).body.data).toMatchObject({
    kind: 'write_off',
    status: 'completed',
    reason: 'Lost note',
  })
  expect((await app.call(handOvers.record, { ...input, kind: 'recorded' }, rahim)).status).toBe(200)
  expect(await cash('karim')).toBe(start - 40)
  expect((await app.call(handOvers.record, { ...input, kind: 'recorded', amount: 1e6 }, rahim)).status).toBe(422)
})

test('of two super admins who record the same cash at once, one gets a conflict', async () => {
  const seen = await cash('karim')
  expect(seen).toBeGreaterThanOrEqual(40)
  const input = { admin_id: app.world.admins.karim, kind: 'recorded', amount: 20, reason: 'Given at closing time' } as const
  const both = await Promise.all([1, 2].map(() => app.call(handOvers.record, { ...input, expected_wallet: seen }, rahim)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const late = both.find(({ status }) => status === 409)?.body
  expect([late?.message, late?.data]).toEqual([
    `Wallet changed while you were editing: now ${formatTk(seen - 20)}`,
    { wallet: seen - 20 },
  ])
  expect(await cash('karim')).toBe(seen - 20)
})

test('the list shows everybody’s, pending first, and is searched by phone, name and id', async () => {
  await app.call(handOvers.request, { amount: 1, number: '+880 1999-777' }, karim)
  const list = async (query: object) => (await app.call(handOvers.list, query, rahim)).body.data
  const all = await list({ limit: 100 })
  const statuses = all.transactions.map((row) => row.status)
  expect(statuses.lastIndexOf('pending')).toBe(statuses.filter((status) => status === 'pending').length - 1)
  expect(all.total).toBe(all.transactions.length)
  expect((await list({ q: '1999777' })).transactions).toMatchObject([{ number: '+880 1999-777', Owner: { first_name: 'Karim' } }])
  const idsOf = ({ transactions }: { transactions: readonly { id: number }[] }) => transactions.map(({ id }) => id)
  const nadias = idsOf({ transactions: all.transactions.filter((row) => row.owner_id === app.world.admins.nadia) })
  const cancelled = idsOf({ transactions: all.transactions.filter((row) => row.status === 'cancel') })
  expect([nadias, cancelled]).not.toContainEqual([])
  expect(idsOf(await list({ q: 'nadia', limit: 100 }))).toEqual(nadias)
  expect((await list({ q: '#1' })).transactions.map((row) => row.id)).toEqual([1])
  expect(idsOf(await list({ status: 'cancel', limit: 100 }))).toEqual(cancelled)
  expect((await list({ sort: 'amount', order: 'asc' })).transactions[0]?.amount).toBe(1)
})

test('what finds an admin finds their hand-overs and what they did', async () => {
  const { id, token } = await hireAdmin(app)
  const name = { first_name: 'Arif', last_name: 'Chowdhury', username: 'clerk', email: 'desk@t.example' }
  await app.db.updateTable('admins').set(name).where('id', '=', id).execute()
  await grant(app.db, id, ['wallet_adds_approve'])
  const add = await askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 10 })
  await app.call(walletAdds.setStatus, { transaction_id: add, status: 'completed' }, token)
  await app.call(handOvers.request, { amount: 10 }, token)
  for (const q of ['arif chowdhury', 'clerk arif', 'Chowdhury desk@']) {
    const found = (await app.call(handOvers.list, { q }, rahim)).body.data.transactions
    expect([q, found.map(({ owner_id }) => owner_id)]).toEqual([q, [id]])
    expect((await app.call(admins.list, { q }, rahim)).body.data.data.map((admin) => admin.id)).toEqual([id])
    expect((await app.call(audit.list, { q }, rahim)).body.data.data.map(({ action }) => action)).toEqual([
      'handOvers.request',
      'walletAdds.setStatus',
    ])
  }
})

test('the search knows a telephone in all of its spellings, as the other lists do', async () => {
  await collect('karim', 20)
  const spellings = ['01711223344', '+880 1711-223344', '০১৭১১২২৩৩৪৪', '00880 1711 223344']
  const requested = await Promise.all(spellings.map((number) => app.call(handOvers.request, { amount: 1, number }, karim)))
  const ids = requested.map(({ body }) => body.data.id).toSorted((a, b) => b - a)
  for (const q of [...spellings, '১১২২৩৩']) {
    const seen = [await app.call(handOvers.list, { q }, rahim), await app.call(handOvers.own, { q }, karim)]
    for (const { body } of seen) expect([q, body.data.transactions.map(({ id }) => id)]).toEqual([q, ids])
  }
})

test('a list reports the hand-overs of a screen; one’s own list, one’s own', async () => {
  await collect('karim', 20)
  await collect('nadia', 20)
  const shown = [(await request(karim, 20)).body.data.id, (await request(nadia, 20)).body.data.id]
  for (const id of shown) await app.call(handOvers.setStatus, { transaction_id: id, status: 'completed' }, rahim)
  const all = await app.call(handOvers.list, { status: 'pending', shown }, rahim)
  expect(all.body.data.elsewhere.map(({ id, status }) => [id, status])).toEqual(shown.map((id) => [id, 'completed']))
  const own = await app.call(handOvers.own, { status: 'pending', shown }, karim)
  expect(own.body.data.elsewhere.map(({ id }) => id)).toEqual(shown.slice(0, 1))
})

test('a refused edit states the most allowed: with its own amount while pending', async () => {
  await request(karim, await cash('karim'))
  await collect('karim', 800.2)
  const { id } = (await request(karim, 300.1)).body.data
  expect(await cash('karim')).toBe(500.1)
  const edit = async (amount: number, token = rahim) => {
    const to = { id, amount, number: '01700000000', status: 'pending' } as const
    const { status, body } = await app.call(handOvers.editRow, to, token)
    return status === 200 ? status : [status, body.message]
  }
  expect(await edit(900)).toEqual([422, 'The wallet is 500.10 tk; at most 800.20 tk can be handed over'])
  expect(await edit(800.21)).toEqual([422, 'The wallet is 500.10 tk; at most 800.20 tk can be handed over'])
  await grant(app.db, app.world.admins.karim, ['hand_overs_approve'])
  expect(await edit(900, karim)).toEqual([422, 'Your wallet is 500.10 tk; you can hand over at most 800.20 tk'])
  expect(await edit(800.2)).toBe(200)
  expect(await cash('karim')).toBe(0)
  expect(await edit(300.1)).toBe(200)
  await app.call(handOvers.cancelOwn, { id }, karim)
  expect(await edit(900)).toEqual([422, 'The wallet is 800.20 tk; at most 800.20 tk can be handed over'])
  expect(await edit(800.21)).toEqual([422, 'The wallet is 800.20 tk; at most 800.20 tk can be handed over'])
  expect(await cash('karim')).toBe(800.2)
  expect(await edit(800.2)).toBe(200)
  expect(await cash('karim')).toBe(0)
})
