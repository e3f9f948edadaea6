import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { MESSAGES } from '#contract/messages.ts'
import type { MoneyFlag } from '#contract/money-rows.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { startApp } from '../../../test/support/app.ts'
import { changesDuring } from '../../../test/support/audit.ts'
import { balanceOf, expectSoundBooks, grant, journalsOf } from '../../../test/support/books.ts'
import { hireAdmin } from '../../../test/support/hired-admins.ts'
import { untilWaits, whileUnsaved } from '../../../test/support/locks.ts'
import { askForWalletAdd, placeOrder } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
const nadia = await app.signIn('nadia')
await grant(app.db, app.world.admins.karim, ['wallet_adds_view', 'wallet_adds_edit'])
await grant(app.db, app.world.admins.nadia, ['wallet_adds_view', 'wallet_adds_edit', 'wallet_adds_approve'])
afterEach(() => expectSoundBooks(app.db))
afterAll(() => app.close())

const wallet = (name: 'shila' | 'tanvir' = 'tanvir') => balanceOf(app.db, { userId: app.world.users[name] })
const cash = (name: 'rahim' | 'karim' | 'nadia') => balanceOf(app.db, { adminId: app.world.admins[name] })
const ask = (amount: number, more: { trx_id?: string; number?: string; methodId?: number } = {}) =>
  askForWalletAdd(app.db, { userId: app.world.users.tanvir, amount, ...more })
const approve = (id: number, token = nadia) => app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, token)
const edit = (id: number, more: object, token = rahim) =>
  app.call(walletAdds.editRow, { id, number: '01811000002', ...more }, token)

describe('the pencil', () => {
  test('of a completed row posts the difference to both wallets, every time', async () => {
    const id = await ask(500)
    await approve(id)
    const [money, held] = [await wallet(), await cash('nadia')]
    const { status, body } = await edit(id, { amount: 650, status: 'completed', expected_amount: 500 })
    expect([status, body.message]).toEqual([200, 'Transaction updated successfully'])
    expect(body.data).toMatchObject({ amount: 650, status: 'completed', Admin: { first_name: 'Nadia' } })
    expect([await wallet(), await cash('nadia')]).toEqual([money + 150, held + 150])
    await edit(id, { amount: 100.5, status: 'completed' })
    expect([await wallet(), await cash('nadia')]).toEqual([money - 399.5, held - 399.5])
    await edit(id, { amount: 100.5, status: 'completed', number: '0199' })
    expect(await journalsOf(app.db, 'wallet_add', id)).toEqual(['completed', 'edited', 'edited'])
  })

  test('is refused where the row has moved on, or a wallet would go below zero', async () => {
    const id = await ask(300)
    await approve(id)
    const stale = await edit(id, { amount: 200, status: 'completed', expected_amount: 299 })
    expect([stale.status, stale.body.message]).toEqual([409, 'This has changed. Review it and try again.'])
    expect(stale.body.data).toMatchObject({ transaction: { id, amount: 300 } })
    expect((await edit(id, { amount: 300, status: 'pending' })).status).toBe(409)
    const pending = await ask(40)
    expect((await edit(pending, { amount: 40, status: 'completed' })).status).toBe(409)
    const cancelled = await ask(45)
    await app.call(walletAdds.setStatus, { transaction_id: cancelled, status: 'cancel' }, rahim)
    const unaware = await edit(cancelled, { amount: 45, status: 'pending', expected_status: 'pending' })
    expect([unaware.status, unaware.body.data]).toMatchObject([409, { transaction: { status: 'cancel' } }])
    // tanvir has spent it meanwhile.
    while ((await wallet()) >= 390) {
      await placeOrder(app.db, { userId: app.world.users.tanvir, packageId: app.world.packages.gems500 })
    }
    const big = await ask(1_000)
    await approve(big)
    while ((await wallet()) >= 390) {
      await placeOrder(app.db, { userId: app.world.users.tanvir, packageId: app.world.packages.gems500 })
    }
    const before = [await wallet(), await cash('nadia')]
    const poor = await edit(big, { amount: 1, status: 'completed' })
    expect([poor.status, poor.body.message]).toEqual([422, 'Insufficient balance'])
    expect([await wallet(), await cash('nadia')]).toEqual(before)
  })

  test('waits for another admin who is saving the row, and is then refused', async () => {
    const id = await ask(60)
    const { late } = await app.db.transaction().execute(async (own) => {
      await query(own, 'update wallet_adds set amount = 61 where id = $1', [id])
      const late = edit(id, { amount: 62, status: 'pending', expected_amount: 60 })
      await untilWaits(app.db, 'from wallet_adds')
      return { late }
    })
    expect(await late).toMatchObject({ status: 409, body: { data: { transaction: { id, amount: 61 } } } })
    expect((await app.call(walletAdds.setStatus, { transaction_id: id, status: 'cancel' }, rahim)).status).toBe(200)
  })

  test('of a cancelled row credits once, or opens it again', async () => {
    const id = await ask(70)
    await app.call(walletAdds.setStatus, { transaction_id: id, status: 'cancel' }, nadia)
    expect((await edit(id, { amount: 80, status: 'cancel' })).body.data).toMatchObject({ amount: 80, status: 'cancel' })
    expect((await edit(id, { amount: 80, status: 'pending' })).body.data.status).toBe('pending')
    await app.call(walletAdds.setStatus, { transaction_id: id, status: 'cancel' }, nadia)
    const [money, held] = [await wallet(), await cash('rahim')]
    const replies = await Promise.all([1, 2, 3, 4].map(() => edit(id, { amount: 90, status: 'completed', expected_amount: 80 })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect([await wallet(), await cash('rahim')]).toEqual([money + 90, held + 90])
  })

  test('a status needs the right to approve; a completed amount needs its approver', async () => {
    const id = await ask(60)
    expect((await edit(id, { amount: 65, status: 'pending' }, karim)).status).toBe(200)
    await app.call(walletAdds.setStatus, { transaction_id: id, status: 'cancel' }, nadia)
    const status = await edit(id, { amount: 65, status: 'pending' }, karim)
    expect([status.status, status.body.errors]).toEqual([403, [{ code: 'access_denied', msg: 'Access Denied', param: 'status' }]])
    expect((await edit(id, { amount: 65, status: 'completed' }, rahim)).status).toBe(200)
    for (const token of [karim, nadia]) {
      const amount = await edit(id, { amount: 64, status: 'completed' }, token)
      expect([amount.status, amount.body.errors]).toEqual([
        403,
        [{ code: 'access_denied', msg: 'Access Denied', param: 'amount' }],
      ])
      expect((await edit(id, { amount: 65, status: 'completed', number: '0155' }, token)).status).toBe(200)
    }
  })

  test('of a completed amount is closed to its approver who may approve no more', async () => {
    const id = await ask(55)
    await approve(id)
    const before = [await wallet(), await cash('nadia')]
    const ofApproving = `(select id from auth_modules where key = 'wallet_adds_approve')`
    const { nadia: her } = app.world.admins
    await query(app.db, `delete from admin_modules where admin_id = $1 and auth_module_id = ${ofApproving}`, [her])
    const { status, body } = await edit(id, { amount: 54, status: 'completed' }, nadia)
    await grant(app.db, her, ['wallet_adds_approve'])
    expect([status, body.errors]).toEqual([403, [{ code: 'access_denied', msg: 'Access Denied', param: 'amount' }]])
    expect([await wallet(), await cash('nadia')]).toEqual(before)
    expect((await edit(id, { amount: 54, status: 'completed' }, nadia)).status).toBe(200)
  })
})

test('a correction takes the money out of both wallets; the row may be completed again', async () => {
  const id = await ask(110)
  await approve(id)
  const [money, held, owners] = [await wallet(), await cash('nadia'), await cash('rahim')]
  expect((await app.call(walletAdds.correct, { id, reason: 'Never paid' }, nadia)).status).toBe(403)
  expect((await app.call(walletAdds.correct, { id, reason: '' }, rahim)).status).toBe(422)
  const asSeen = await app.call(walletAdds.correct, { id, reason: 'Never paid', expected_amount: 109 }, rahim)
  expect([asSeen.status, asSeen.body.message]).toEqual([409, MESSAGES.changed])
  expect(asSeen.body.data).toMatchObject({ transaction: { id, amount: 110, status: 'completed' } })
  expect((await app.call(walletAdds.correct, { id, reason: 'Never paid', expected_amount: 110 }, rahim)).status).toBe(200)
  expect([await wallet(), await cash('nadia')]).toEqual([money - 110, held - 110])
  expect((await app.call(walletAdds.correct, { id, reason: 'Again' }, rahim)).status).toBe(409)
  await edit(id, { amount: 120, status: 'completed' })
  expect([await wallet(), await cash('nadia'), await cash('rahim')]).toEqual([money + 10, held - 110, owners + 120])
  expect((await app.call(walletAdds.correct, { id, reason: 'Paid back' }, rahim)).status).toBe(200)
  expect([await wallet(), await cash('rahim')]).toEqual([money - 110, owners])
  await edit(id, { amount: 120, status: 'pending' })
  expect((await approve(id)).status).toBe(200)
  const kinds = ['completed', 'corrected', 'completed', 'corrected', 'completed']
  expect(await journalsOf(app.db, 'wallet_add', id)).toEqual(kinds)
  expect([await wallet(), await cash('nadia')]).toEqual([money + 10, held + 10])
})

test('a correction waits for a hand-over of the same cash and is then refused', async () => {
  const id = await ask(90)
  await approve(id)
  const handOver = { admin_id: app.world.admins.nadia, amount: await cash('nadia'), kind: 'recorded', reason: 'Evening' } as const
  let corrected: ReturnType<typeof app.call> | undefined
  const recorded = await whileUnsaved(
    app.db,
    () => app.call(handOvers.record, handOver, rahim),
    () => {
      corrected = app.call(walletAdds.correct, { id, reason: 'Never paid' }, rahim)
      return untilWaits(app.db, 'from accounts a')
    },
  )
  expect(recorded.status).toBe(200)
  const message = 'Nadia Islam now holds 0 tk: this cash was handed over or written off'
  expect(await corrected).toMatchObject({ status: 422, body: { message } })
})

test('cash that its approver handed over cannot be taken back, and the refusal says so', async () => {
  const id = await ask(75)
  await approve(id)
  const handOver = {
    admin_id: app.world.admins.nadia,
    amount: await cash('nadia'),
    kind: 'recorded',
    reason: 'In the evening',
  } as const
  expect((await app.call(handOvers.record, handOver, rahim)).status).toBe(200)
  const message = 'Nadia Islam now holds 0 tk: this cash was handed over or written off'
  const refusals = [
    await app.call(walletAdds.correct, { id, reason: 'Never paid' }, rahim),
    await edit(id, { amount: 74, status: 'completed' }),
  ]
  for (const { status, body } of refusals) {
    expect([status, body.errors]).toEqual([
      422,
      [{ code: 'cash_handed_over', msg: message, param: 'amount', params: { name: 'Nadia Islam', cash: '0 tk' } }],
    ])
  }
})

test('where its approver is deleted the amount is not raised, with a way out', async () => {
  const { id: arif, token } = await hireAdmin(app)
  await grant(app.db, arif, ['wallet_adds_approve'])
  const id = await ask(85)
  expect((await approve(id, token)).status).toBe(200)
  const handOver = { admin_id: arif, amount: 85, kind: 'recorded', reason: 'Has left' } as const
  expect((await app.call(handOvers.record, handOver, rahim)).status).toBe(200)
  expect((await app.call(admins.remove, { id: arif }, rahim)).status).toBe(200)
  const money = await wallet()
  const { status, body } = await edit(id, { amount: 90, status: 'completed' })
  const message = 'Its approver was deleted, so the amount cannot be raised: edit the customer’s wallet instead'
  expect([status, body.message, body.data]).toMatchObject([409, message, { transaction: { id, amount: 85 } }])
  expect(await wallet()).toBe(money)
  expect((await edit(id, { amount: 85, status: 'completed' })).status).toBe(200)
})

test('Cancel All cancels what was pending when its dialog opened, and says how many', async () => {
  await app.call(walletAdds.cancelAll, {}, rahim)
  const ids = [await ask(10), await ask(20.5)]
  const { body } = await app.call(walletAdds.pending, {}, rahim)
  expect(body.data).toEqual({
    count: 2,
    sum: 30.5,
    up_to_id: ids[1],
    as_of: expect.stringMatching(/^\d{4}-.*Z$/),
    unseen: expect.any(Array),
  })
  const later = await ask(30)
  const money = await wallet()
  const cancelled = await app.call(walletAdds.cancelAll, { up_to_id: ids[1] ?? 0 }, rahim)
  expect(cancelled.body).toMatchObject({ message: 'Total cancelled 2 transaction.', data: { total: 2, sum: 30.5 } })
  expect((await app.call(walletAdds.show, { id: later }, rahim)).body.data.status).toBe('pending')
  expect(await wallet()).toBe(money)
  expect((await app.call(walletAdds.cancelAll, {}, nadia)).status).toBe(403)
})

test('Cancel All leaves rows reopened or edited since its dialog opened', async () => {
  await app.call(walletAdds.cancelAll, {}, rahim)
  const [reopened, edited, same] = [await ask(10), await ask(20), await ask(40)]
  await app.call(walletAdds.setStatus, { transaction_id: reopened, status: 'cancel' }, rahim)
  const { up_to_id, as_of } = (await app.call(walletAdds.pending, {}, rahim)).body.data
  await edit(reopened, { amount: 10, status: 'pending' })
  await edit(edited, { amount: 2_000, status: 'pending' })
  const cancelled = await app.call(walletAdds.cancelAll, { up_to_id: up_to_id ?? 0, as_of }, rahim)
  expect(cancelled.body.data).toMatchObject({ total: 1, sum: 40 })
  const statusOf = async (id: number) => (await app.call(walletAdds.show, { id }, rahim)).body.data.status
  expect([await statusOf(reopened), await statusOf(edited), await statusOf(same)]).toEqual(['pending', 'pending', 'cancel'])
  const wrong = await app.call(walletAdds.cancelAll, { as_of: 'yesterday' }, rahim)
  expect([wrong.status, wrong.body.errors?.[0]?.param]).toEqual([422, 'as_of'])
  await app.call(walletAdds.cancelAll, {}, rahim)
})

test('Cancel All leaves what was just being edited or written while its dialog counted', async () => {
  await app.call(walletAdds.cancelAll, {}, rahim)
  const counts = async () => (await app.call(walletAdds.pending, {}, rahim)).body.data
  const edited = await ask(10)
  let counted = await counts()
  const change = () => edit(edited, { amount: 2_000, status: 'pending' })
  const { body } = await whileUnsaved(app.db, change, async () => {
    counted = await counts()
  })
  expect([body.data.amount, counted]).toMatchObject([2_000, { count: 1, sum: 10 }])
  const cancel = async ({ up_to_id, as_of, unseen }: typeof counted) =>
    (await app.call(walletAdds.cancelAll, { up_to_id: up_to_id ?? 0, as_of, unseen }, rahim)).body.data
  expect(await cancel(counted)).toMatchObject({ total: 0, sum: 0 })
  const written = await app.db.transaction().execute(async (own) => {
    const id = await askForWalletAdd(own, { userId: app.world.users.tanvir, amount: 20 })
    // Has a later id, and is counted.
    await ask(40)
    counted = await counts()
    return id
  })
  expect([counted, await cancel(counted)]).toMatchObject([
    { count: 2, sum: 2_040 },
    { total: 2, sum: 2_040 },
  ])
  expect((await app.call(walletAdds.show, { id: written }, rahim)).body.data.status).toBe('pending')
  expect(await cancel(await counts())).toMatchObject({ total: 1, sum: 20 })
  for (const unseen of [[], ['1:2:'], 'all'])
    expect((await app.call(walletAdds.cancelAll, { unseen } as object, rahim)).status).toBe(422)
})

test('Cancel All is one row of the audit log, with one under each cancelled row', async () => {
  await app.call(walletAdds.cancelAll, {}, rahim)
  const [one, two] = [await ask(10), await ask(20.5)]
  const later = await ask(30)
  const cancelAll = () => changesDuring(app.db, () => app.call(walletAdds.cancelAll, { up_to_id: two }, rahim))
  const rows = await cancelAll()
  expect(new Set(rows.map((row) => row.request_id)).size).toBe(1)
  const common = { action: 'walletAdds.cancelAll', subject: 'wallet_add', admin_id: app.world.admins.rahim }
  const cancelled = { status: 'cancel', before: { status: 'pending' } }
  expect(rows.toSorted((a, b) => (a.subject_id ?? 0) - (b.subject_id ?? 0))).toMatchObject([
    { ...common, subject_id: null, facts: { up_to_id: two, cancelled: 2, sum: 30.5 } },
    { ...common, subject_id: one, facts: cancelled },
    { ...common, subject_id: two, facts: cancelled },
  ])
  expect(await cancelAll()).toMatchObject([{ subject_id: null, facts: { cancelled: 0 } }])
  await app.call(walletAdds.setStatus, { transaction_id: later, status: 'cancel' }, rahim)
})

test('many are approved at once, each by itself, with a reason for each that is not', async () => {
  const [one, two, done] = [await ask(15), await ask(25), await ask(35)]
  await approve(done)
  const money = await wallet()
  const { body } = await app.call(walletAdds.approveMany, { transaction_ids: [one, done, 999_999, two] }, nadia)
  expect(body.data).toEqual({
    done: [one, two],
    refused: [
      { id: done, code: 'transaction_closed', reason: 'This transaction can no longer be changed', params: {} },
      { id: 999_999, code: 'not_found', reason: 'Not found', params: {} },
    ],
  })
  expect(await wallet()).toBe(money + 40)
})

describe('what the approver saw', () => {
  const decide = (id: number, expected_amount: number, status = 'completed') =>
    app.call(walletAdds.setStatus, { transaction_id: id, status, expected_amount }, nadia)

  test('is what is paid: edited meanwhile, nothing is decided and the row is replied', async () => {
    const id = await ask(500)
    const [money, held] = [await wallet(), await cash('nadia')]
    expect((await edit(id, { amount: 5_000, status: 'pending' }, karim)).status).toBe(200)
    for (const status of ['completed', 'cancel']) {
      const refused = await decide(id, 500, status)
      expect([refused.status, refused.body.message]).toEqual([409, 'This has changed. Review it and try again.'])
      expect(refused.body.data).toMatchObject({ transaction: { id, amount: 5_000, status: 'pending' } })
    }
    const many = await app.call(
      walletAdds.approveMany,
      { transaction_ids: [id, await ask(7.5)], expected_amounts: [500, 7.5] },
      nadia,
    )
    expect([many.body.data.done.length, many.body.data.refused]).toEqual([
      1,
      [{ id, code: 'changed', reason: 'This has changed. Review it and try again.', params: {} }],
    ])
    expect([await wallet(), await cash('nadia')]).toEqual([money + 7.5, held + 7.5])
    expect((await decide(id, 5_000)).status).toBe(200)
    expect(await wallet()).toBe(money + 5_007.5)
    expect((await decide(id, 5_000)).body.message).toBe('This transaction can no longer be changed')
  })

  test('is compared with what a pencil leaves that was there first', async () => {
    const id = await ask(500)
    const money = await wallet()
    const late = await app.db.transaction().execute(async (own) => {
      await query(own, 'update wallet_adds set amount = 5000 where id = $1', [id])
      const approving = decide(id, 500)
      await untilWaits(app.db, 'from wallet_adds')
      return { approving }
    })
    expect((await late.approving).status).toBe(409)
    expect(await wallet()).toBe(money)
    expect((await decide(id, 5_000, 'cancel')).status).toBe(200)
  })

  test('has an amount for each row, or none', async () => {
    const wrong = await app.call(walletAdds.approveMany, { transaction_ids: [1, 2], expected_amounts: [5] }, nadia)
    expect([wrong.status, wrong.body.errors?.[0]?.param]).toEqual([422, 'expected_amounts'])
  })
})

describe('the list', () => {
  test('has pending ones first, then the newest, and exact totals on every page', async () => {
    await ask(1)
    const list = async (query: object) => (await app.call(walletAdds.list, query, karim)).body.data
    const all = await list({ limit: 100 })
    const isPending = all.transactions.map((row) => row.status === 'pending')
    expect(isPending.indexOf(false)).toBe(isPending.filter(Boolean).length)
    const ids = all.transactions.filter((row) => row.status !== 'pending').map((row) => row.id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(all.total).toBe(all.transactions.length)
    const pages: number[] = []
    for (let page = 1; page <= Math.ceil(all.total / 5); page++) {
      const { transactions, total } = await list({ page, limit: 5 })
      expect(total).toBe(all.total)
      pages.push(...transactions.map((row) => row.id))
    }
    expect(pages).toEqual(all.transactions.map((row) => row.id))
    const cancelled = await list({ status: 'cancel', limit: 100 })
    expect(cancelled.total).toBeGreaterThan(0)
    expect(cancelled.transactions).toEqual(all.transactions.filter((row) => row.status === 'cancel'))
    expect(cancelled.total).toBe(cancelled.transactions.length)
    expect((await list({ page: 99 })).transactions).toEqual([])
    const amounts = (await list({ sort: 'amount', order: 'asc', limit: 100 })).transactions.map((row) => row.amount)
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
  })

  test('is searched by id, phone, name and TrxID', async () => {
    const id = await ask(12, { trx_id: 'Zed42', number: '+880 1555-123456' })
    const found = async (q: string) =>
      (await app.call(walletAdds.list, { q, limit: 100 }, karim)).body.data.transactions.map((row) => row.id)
    for (const q of [`#${id}`, String(id), '1555123', '+880 1555', 'zed-4', 'ZED-42']) expect(await found(q)).toContain(id)
    expect(await found('tanvir@ex')).toContain(id)
    expect(await found('shila')).not.toContain(id)
    expect(await found('%')).toEqual([])
    await edit(id, { amount: 12, status: 'pending', number: '0166777888' })
    // By the number that the customer knows, too.
    for (const q of ['1555123', '66777']) expect(await found(q)).toContain(id)
  })

  test('finds a completed one by its TrxID, in any case', async () => {
    const id = await ask(13, { trx_id: 'QUIET7731' })
    await approve(id)
    for (const status of ['completed', undefined] as const) {
      const { transactions } = (await app.call(walletAdds.list, { q: 'quiet7731', ...(status && { status }) }, karim)).body.data
      expect(transactions.map((row) => row.id)).toEqual([id])
    }
  })

  test('puts no number back that was mended since the pencil was opened', async () => {
    const id = await ask(15, { number: '01700111000' })
    await edit(id, { amount: 15, status: 'pending', number: '01700222000' })
    const stale = await edit(id, { amount: 12, status: 'pending', number: '01700111000', expected_number: '01700111000' })
    expect(stale).toMatchObject({ status: 409, body: { data: { transaction: { id, number: '01700222000', amount: 15 } } } })
    expect(
      (await edit(id, { amount: 12, status: 'pending', number: '01700222000', expected_number: '01700222000' })).status,
    ).toBe(200)
  })

  test('finds a TrxID that was the number too, also after the number is edited', async () => {
    const id = await ask(14, { number: '01711222333', trx_id: '01711222333' })
    await edit(id, { amount: 14, status: 'pending', number: '01811222444' })
    for (const q of ['01711222333', '01811222444']) {
      const { transactions } = (await app.call(walletAdds.list, { q }, karim)).body.data
      expect(transactions.map((row) => row.id)).toEqual([id])
    }
  })

  test('a new flag is refused before a credit; an admin who saw it is not held up', async () => {
    const read = async (id: number) => (await app.call(walletAdds.show, { id }, rahim)).body.data
    const [id, other] = [await ask(555, { number: '01555', trx_id: 'TWICE' }), await ask(20, { number: '01556' })]
    const before = await wallet()
    const bulk = (seen: MoneyFlag[]) =>
      app.call(
        walletAdds.approveMany,
        { transaction_ids: [id, other], expected_amounts: [555, 20], expected_flags: [seen, []] },
        nadia,
      )
    const complete = (seen: object[]) =>
      app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed', expected_flags: seen as never }, nadia)
    const second = await ask(555, { number: '01555', trx_id: 'TWICE', methodId: app.world.methods.mobipay })
    expect(await complete([])).toMatchObject({
      status: 409,
      body: {
        message: MESSAGES.new_warnings,
        data: { transaction: { id, status: 'pending', flags: [{ id: second }, { id: second }] } },
      },
    })
    expect((await bulk([])).body.data).toEqual({
      done: [other],
      refused: [{ id, code: 'new_warnings', reason: MESSAGES.new_warnings, params: {} }],
    })
    // The same kind, but of another record than the one that was looked at.
    expect((await complete((await read(id)).flags.map((flag) => ({ ...flag, id: other })))).status).toBe(409)
    expect(await wallet()).toBe(before + 20)
    expect((await complete((await read(id)).flags)).status).toBe(200)
    expect(await wallet()).toBe(before + 575)
    // A cancel asks about nothing, and what is decided is no longer asked about.
    const cancelled = { transaction_id: second, status: 'cancel', expected_flags: [] } as const
    expect((await app.call(walletAdds.setStatus, cancelled, nadia)).status).toBe(200)
    expect((await complete([])).body.message).toBe(MESSAGES.transaction_closed)
  })

  /** So many that without the lock both are completed in one of them: a single one may pass by luck. */
  const ROUNDS = 20

  test('of two rows of one payment the second is refused, also at the same moment', async () => {
    const seenOf = async (id: number) => (await app.call(walletAdds.show, { id }, rahim)).body.data.flags
    const complete = async (id: number, expected_flags: MoneyFlag[], token = nadia) =>
      (await app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed', expected_flags }, token)).status
    const duplicates = async (number: string) => {
      const pair = [await ask(556, { number }), await ask(556, { number })] as const
      return [...pair, await seenOf(pair[0]), await seenOf(pair[1])] as const
    }
    const before = await wallet()
    const [first, second, seen, seenToo] = await duplicates('01556000001')
    expect([await complete(first, seen), await complete(second, seenToo)]).toEqual([200, 409])
    expect(await seenOf(second)).toMatchObject([{ id: first, is_completed: true }])
    expect(await wallet()).toBe(before + 556)
    for (let round = 0; round < ROUNDS; round++) {
      const [one, other, seenOne, seenOther] = await duplicates(`015560001${round + 10}`)
      const both = await Promise.all([complete(one, seenOne), complete(other, seenOther, rahim)])
      expect(both.sort()).toEqual([200, 409])
    }
    expect(await wallet()).toBe(before + (1 + ROUNDS) * 556)
    // A third one that lies nearer does not hide that one is completed.
    const third = await ask(556, { number: '01556000001' })
    expect(await seenOf(second)).toMatchObject([{ id: first, is_completed: true }])
    expect(await seenOf(third)).toMatchObject([{ id: first, is_completed: true }])
    // Nor does another number over that of the completed one.
    expect((await edit(first, { amount: 556, status: 'completed', number: '01999999999' }, karim)).status).toBe(200)
    expect(await seenOf(third)).toMatchObject([{ id: first, is_completed: true }])
  })

  test('a cancelled row that is completed by the pencil is looked at like any other', async () => {
    const id = await ask(557, { number: '01557000001' })
    expect((await app.call(walletAdds.setStatus, { transaction_id: id, status: 'cancel' }, rahim)).status).toBe(200)
    const duplicate = await ask(557, { number: '01557000001' })
    expect((await approve(duplicate)).status).toBe(200)
    const before = await wallet()
    const pencil = { amount: 557, status: 'completed', number: '01557000001', expected_status: 'cancel' }
    const unaware = await edit(id, { ...pencil, expected_flags: [] })
    expect([unaware.status, unaware.body.message]).toEqual([409, MESSAGES.new_warnings])
    expect(unaware.body.data).toMatchObject({
      transaction: { id, status: 'cancel', flags: [{ id: duplicate, is_completed: true }] },
    })
    expect(await wallet()).toBe(before)
    const { flags } = (await app.call(walletAdds.show, { id }, rahim)).body.data
    expect((await edit(id, { ...pencil, expected_flags: flags })).status).toBe(200)
    expect(await wallet()).toBe(before + 557)
  })

  test('flags same number and amount, a repeated TrxID, and an edited amount spent', async () => {
    const { mobipay } = app.world.methods
    const flagsOf = async (id: number) => (await app.call(walletAdds.show, { id }, rahim)).body.data.flags
    const first = await ask(333, { number: '01333', trx_id: 'SAME', methodId: mobipay })
    expect(await flagsOf(first)).toEqual([])
    // As after a restore, which leaves numbers out.
    await query(app.db, `select setval(pg_get_serial_sequence('wallet_adds', 'id'), $1)`, [first + 20_000])
    const second = await ask(333, { number: '0 13-33', trx_id: 'same' })
    const both = [
      { kind: 'same_number_and_amount', subject: 'wallet_add', id: first, is_completed: false },
      { kind: 'same_trx_id', subject: 'wallet_add', id: first, is_completed: false },
    ]
    expect(await flagsOf(second)).toEqual(both)
    await approve(first)
    await edit(first, { amount: 933, status: 'completed', number: '01333' })
    const { users, packages } = app.world
    const order = await placeOrder(app.db, { userId: users.tanvir, packageId: packages.gems500 })
    expect(await flagsOf(first)).toEqual([
      { kind: 'same_trx_id', subject: 'wallet_add', id: second, is_completed: false },
      { kind: 'wallet_edited_then_spent', subject: 'order', id: order, is_completed: false },
    ])
    const local = await ask(334, { number: '01711-000009' })
    expect(await flagsOf(await ask(334, { number: '+880 1711 000009' }))).toMatchObject([{ id: local }])
    // karim does not see orders of that package, so the flag says nothing of it.
    expect((await app.call(walletAdds.show, { id: first }, karim)).body.data.flags).toHaveLength(1)
    // nadia holds the package, but sees no orders at all: neither in the row, the list, nor the reply to her pencil.
    const { admins } = app.world
    await app.db.insertInto('admin_packages').values({ admin_id: admins.nadia, topup_package_id: packages.gems500 }).execute()
    const shown = [
      (await app.call(walletAdds.show, { id: first }, nadia)).body.data,
      ...(await app.call(walletAdds.list, { q: `#${first}` }, nadia)).body.data.transactions,
      (await edit(first, { amount: 1, status: 'completed', expected_amount: 2 }, nadia)).body.data,
    ]
    expect(shown).toHaveLength(3)
    expect(JSON.stringify(shown)).not.toContain('wallet_edited_then_spent')
  })
})

test('an admin’s change is flagged for the approver while it waits; no change is not', async () => {
  const isFlagged = async (id: number) => {
    const { transactions } = (await app.call(walletAdds.list, { q: `#${id}` }, nadia)).body.data
    return transactions[0]?.flags.some(({ kind }) => kind === 'edited_by_admin')
  }
  const [raised, renumbered, same] = [
    await ask(41, { number: '01811000041' }),
    await ask(42, { number: '01811000042' }),
    await ask(43, { number: '01811000043' }),
  ]
  expect((await edit(raised, { amount: 4_100, status: 'pending', number: '01811000041' }, karim)).status).toBe(200)
  expect((await edit(renumbered, { amount: 42, status: 'pending', number: '01999000042' }, karim)).status).toBe(200)
  expect((await edit(same, { amount: 43, status: 'pending', number: '01811000043' }, karim)).status).toBe(200)
  expect(await Promise.all([raised, renumbered, same].map(isFlagged))).toEqual([true, true, false])
  expect((await app.call(walletAdds.show, { id: raised }, nadia)).body.data.flags).toContainEqual({
    ...{ kind: 'edited_by_admin', subject: 'wallet_add', id: raised, is_completed: false },
  })
  // It keeps nobody from approving; decided, it is no longer asked about.
  expect((await approve(renumbered)).status).toBe(200)
  expect(await isFlagged(renumbered)).toBe(false)
})

describe('a TrxID that is nearly another one', () => {
  const similarTo = async (id: number) =>
    (await app.call(walletAdds.show, { id }, rahim)).body.data.flags
      .filter(({ kind }) => kind === 'similar_trx_id')
      .map((flag) => flag.id)

  test.each([
    ['O and 0', 'SO4X9Q2ABC', 'S04X9Q2ABC'],
    ['I, 1 and L', 'CI4XLQ2AB1', 'C14X1Q2ABL'],
    ['an unknown word before it', 'DK4X9Q2ABC', 'REFERDK4X9Q2ABC'],
    ['the next words behind it', 'EK4X9Q2ABC', 'EK4X9Q2ABCTK765'],
    ['a last letter left out', 'FK4X9Q2ABC', 'FK4X9Q2AB'],
    ['a first letter left out', 'GK7M3P2DEF', 'K7M3P2DEF'],
    ['digits alone', '7120456789', '71204567'],
    ['a part that looks like it', 'HO4X9Q2ABC', 'H04X9Q2ABC12'],
  ])('is flagged on both rows, by %s', async (_, trx_id, nearly) => {
    const [one, other] = [await ask(31, { trx_id }), await ask(32, { trx_id: nearly })]
    expect([await similarTo(one), await similarTo(other)]).toEqual([[other], [one]])
    expect((await approve(other)).status).toBe(200)
    const { flags } = (await app.call(walletAdds.show, { id: one }, rahim)).body.data
    expect(flags).toContainEqual({ kind: 'similar_trx_id', subject: 'wallet_add', id: other, is_completed: true })
  })

  test('is not one that differs otherwise, that is too short to tell, or the same one', async () => {
    const ids = ['MW5X8R2AUV', 'MW5X8R2AUW', 'NW5X8R2AUV', 'KN5X7', 'KN5X7Q2ATV', 'ZNW5X8R2AUVZ']
    const rows = []
    for (const trx_id of ids) rows.push(await ask(33, { trx_id }))
    rows.push(await ask(34, { trx_id: 'MW5X8R2AUV', methodId: app.world.methods.mobipay }), await ask(35))
    for (const id of rows) expect(await similarTo(id)).toEqual([])
  })
})

test('the database keeps no TrxID but of letters and digits in upper case', async () => {
  const id = await ask(39)
  for (const odd of ['TrxID: CK4X9Q', 'ck4x9q', 'CK4X9Q.', 'CK৪X9Q', '']) {
    await expect(query(app.db, 'update wallet_adds set trx_id = $2 where id = $1', [id, odd])).rejects.toThrow(
      'wallet_adds_trx_id_plain',
    )
  }
})

test('a TrxID is found by any copy of it: labelled, hyphenated, in a whole message', async () => {
  const id = await ask(40, { trx_id: 'RK4X9Q2ABC' })
  const message =
    'Cash In Tk 40.00 from 01712345678 successful. Fee Tk 0.00. Balance Tk 80.00. TrxID RK4X9Q2ABC at 26/11/2026 12:30'
  for (const q of ['TrxID RK4X9Q2ABC', 'Trx ID: rk4x9q', 'bKash RK4X-9Q', message]) {
    const { transactions } = (await app.call(walletAdds.list, { q }, rahim)).body.data
    expect(transactions.map((row) => row.id)).toEqual([id])
  }
  // What has neither letters nor digits is sought as it is, and not in everything.
  expect((await app.call(walletAdds.list, { q: '~' }, rahim)).body.data.transactions).toEqual([])
})

test('the export holds every row of the filter, and a formula is only text', async () => {
  await grant(app.db, app.world.admins.karim, ['wallet_adds_export'])
  await ask(5, { number: '=1+2' })
  const reply = await fetch(`${app.url}/api${walletAdds.exportRows.path}`, {
    method: 'POST',
    headers: { authorization: karim, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'pending' }),
  })
  const text = await reply.text()
  expect(reply.headers.get('content-type')).toContain('text/csv')
  const lines = text.trim().split('\r\n')
  const { total } = (await app.call(walletAdds.list, { status: 'pending' }, karim)).body.data
  expect(lines).toHaveLength(total + 1)
  expect(text).toContain(",'=1+2,")
  const audit = await app.db.selectFrom('audit').select(['action', 'facts']).orderBy('id', 'desc').executeTakeFirst()
  expect(audit).toEqual({ action: 'walletAdds.exportRows', facts: { status: 'pending' } })
})
