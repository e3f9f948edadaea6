import { describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { lastOf, maskOf, voucherFlow, vouchers } from '#contract/vouchers.ts'
import { untilWaits } from '../../../test/support/locks.ts'
import { openVoucherDesk } from '../../../test/support/vouchers.ts'
import { placeOrder, VOUCHER_CODES } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const { desk, fresh, add, list, show, idOf, addOne, newestAudit } = openVoucherDesk()

describe('editing', () => {
  const update = (input: Record<string, unknown>, token = desk.rahim) =>
    desk.app.call(vouchers.update, { package_id: desk.card, ...input }, token)

  test('without a code or with its mask the code stays; another one is sealed again', async () => {
    const { id, code } = await addOne()
    for (const same of [{}, { code: `••••${code.slice(-4)}` }, { code }]) {
      const { status, body } = await update({ id, status: 0, ...same })
      expect([status, body.message]).toEqual([200, 'Voucher updated successfully'])
      expect((await newestAudit()).facts).not.toHaveProperty('code_changed')
    }
    expect(await list({ voucher: code })).toMatchObject({ vouchers: [{ id, status: 0 }] })
    const next = fresh()
    expect((await update({ id, status: 1, code: next })).body.data).toMatchObject({ status: 1, code: `••••${next.slice(-4)}` })
    expect((await newestAudit()).facts).toEqual({
      status: 1,
      package_id: desk.card,
      before: { status: 0, package_id: desk.card },
      code_changed: true,
    })
    expect((await list({ voucher: next })).total).toBe(1)
    expect((await list({ voucher: code })).total).toBe(0)
    const taken = await update({ id, code: VOUCHER_CODES[1].toLowerCase() })
    expect([taken.status, taken.body.errors]).toEqual([
      409,
      [{ code: 'code_exists', msg: 'This code already exists', param: 'code' }],
    ])
    expect((await update({ id, code: '••••ZZZZ' })).body.errors?.[0]?.param).toBe('code')
  })

  test('a code is edited as seen: unseen marks make no other one; a taken one is refused', async () => {
    const [one, other] = [await addOne(), await addOne()]
    expect((await update({ id: one.id, code: `\u200e${one.code}\u200b` })).status).toBe(200)
    expect((await newestAudit()).facts).not.toHaveProperty('code_changed')
    expect((await update({ id: one.id, code: '\u200b' })).status).toBe(422)
    const taken = await update({ id: one.id, code: `${other.code}\u2060` })
    expect([taken.status, taken.body.errors]).toEqual([
      409,
      [{ code: 'code_exists', msg: 'This code already exists', param: 'code' }],
    ])
  })

  test('a code older than plain codes is hidden and moved with its mask, saved as shown', async () => {
    const { id, code } = await addOne()
    const marked = `${code}\u200b`
    await desk.app.db
      .updateTable('vouchers')
      .set({ code_sealed: desk.app.vault.seal(marked, `voucher.code ${id}`), code_last4: lastOf(marked) })
      .where('id', '=', id)
      .execute()
    expect((await update({ id, code: maskOf(lastOf(marked)), status: 0 }, desk.karim)).body.data).toMatchObject({ status: 0 })
    expect((await update({ id, code: marked, status: 1 })).status).toBe(200)
    expect((await newestAudit()).facts).not.toHaveProperty('code_changed')
  })

  test('another code needs vouchers_reveal; status and package do not', async () => {
    const { id, code } = await addOne()
    for (const sent of [fresh(), code]) {
      const { status, body } = await update({ id, code: sent }, desk.karim)
      expect([status, body.errors]).toEqual([403, [{ code: 'access_denied', msg: 'Access Denied', param: 'code' }]])
    }
    expect((await update({ id, code: `••••${code.slice(-4)}`, status: 0 }, desk.karim)).status).toBe(200)
  })

  test('another admin’s change in between is noticed', async () => {
    const { id } = await addOne()
    const { version } = (await show(id)).body.data
    expect((await update({ id, version, status: 0 })).status).toBe(200)
    const late = await update({ id, version, status: 1 }, desk.karim)
    expect([late.status, late.body.data]).toMatchObject([409, { id, status: 0, version: version + 1 }])
  })

  test('Used is for good, with its code and its package, over HTTP and in SQL', async () => {
    const { id, code } = await addOne()
    expect((await update({ id, status: 2 })).status).toBe(200)
    expect((await show(id)).body.data.used_at).not.toBe(null)
    for (const change of [{ status: 1 }, { status: 0 }, { code: fresh() }, { package_id: desk.gems }]) {
      expect([change, (await update({ id, ...change })).status]).toEqual([change, 409])
    }
    expect((await update({ id, status: 2 })).status).toBe(200)
    for (const set of ['status = 1', `package_id = ${desk.gems}`, `code_index = '\\x00'`]) {
      await expect(query(desk.app.db, `update vouchers set ${set} where id = $1`, [id])).rejects.toThrow(/used|Used/)
    }
    expect((await list({ voucher: code })).vouchers[0]).toMatchObject({ status: 2, package_id: desk.card })
  })

  test('Used by mistake is set back by a super admin with a reason, if not delivered', async () => {
    const { id } = await addOne()
    const setBack = (more: object = {}, token = desk.rahim) =>
      desk.app.call(vouchers.setBack, { id, reason: 'Wrong line', ...more }, token)
    expect((await setBack()).body.message).toBe('This voucher is not Used')
    expect((await update({ id, status: 2 })).status).toBe(200)
    expect((await setBack({}, desk.karim)).status).toBe(403)
    expect((await setBack({ reason: ' ' })).status).toBe(422)
    expect((await setBack({ version: 1 })).body.code).toBe('changed')
    const together = await Promise.all([setBack(), setBack()])
    expect(together.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await show(id)).body.data).toMatchObject({ status: 1, used_at: null })
    const { life } = (await desk.app.call(vouchers.life, { id }, desk.rahim)).body.data
    expect(life.at(-1)).toMatchObject({ event: 'set_back', by: 'Rahim Uddin', reason: 'Wrong line' })
    const order = await placeOrder(desk.app.db, { userId: desk.app.world.users.shila, packageId: desk.card })
    expect((await desk.app.call(orders.setStatus, { id: order, status: 'completed' }, desk.rahim)).status).toBe(200)
    const [{ voucher_id } = { voucher_id: 0 }] = await query<{ voucher_id: number }>(
      desk.app.db,
      'select voucher_id from order_codes where order_id = $1',
      [order],
    )
    expect((await setBack({ id: voucher_id })).body.message).toBe('A used code stays Used')
    const { id: unreadable } = await addOne()
    await update({ id: unreadable, status: 2 })
    await query(desk.app.db, `update vouchers set code_sealed = '\\x00' where id = $1`, [unreadable])
    expect((await setBack({ id: unreadable })).body.code).toBe('encrypted_with_lost_key')
    expect((await show(unreadable)).body.data.status).toBe(2)
  })

  const STATES = ['0', '1', '2'] as const
  test.each(STATES.flatMap((from) => STATES.map((to) => [from, to] as const)))(
    'in SQL a code goes from %s to %s only as the flow says',
    async (from, to) => {
      const { id } = await addOne()
      const set = (status: string) => {
        const used_at = status === '2' ? 'now()' : 'null'
        return query(desk.app.db, `update vouchers set status = ${status}, used_at = ${used_at} where id = $1`, [id])
      }
      await set(from)
      if (from === to || voucherFlow.allows(from, to)) await set(to)
      else await expect(set(to)).rejects.toThrow('a delivered voucher stays Used')
    },
  )

  test('a voucher that is moved makes its new package one that sells vouchers', async () => {
    const { seasonPass } = desk.app.world.packages
    const { id } = await addOne()
    expect((await update({ id, package_id: seasonPass })).body.data).toMatchObject({
      package_id: seasonPass,
      pacage_id: seasonPass,
    })
    expect((await desk.app.call(topupPackages.show, { id: seasonPass }, desk.rahim)).body.data.codes_left).toBe(1)
  })
})

describe('a code that was edited away', () => {
  const update = (id: number, code: string) => desk.app.call(vouchers.update, { id, code, package_id: desk.card }, desk.rahim)

  test('stays taken for every other voucher, and may come back to its own', async () => {
    const [first, second, third] = [fresh(), fresh(), fresh()]
    await add(first)
    const id = await idOf(first)
    expect((await update(id, second)).status).toBe(200)
    const again = await add(`${first.toLowerCase()}\n${third}`)
    expect(again.body.data).toMatchObject({ created: 1, duplicates: [first.toLowerCase()], invalid: [] })
    expect((await add(first)).body.message).toBe('All codes already exist')
    const taken = await update(await idOf(third), first)
    expect([taken.status, taken.body.message, taken.body.errors?.[0]?.param]).toEqual([409, 'This code already exists', 'code'])
    expect((await update(id, first)).status).toBe(200)
    expect((await add(second)).status).toBe(409)
    // A caller that forgets to ask is refused by the database.
    const by_hand = `insert into vouchers (package_id, code_sealed, code_index, code_last4)
      select package_id, code_sealed, $1, code_last4 from vouchers where id = $2`
    await expect(query(desk.app.db, by_hand, [desk.app.vault.index(second), id])).rejects.toMatchObject({
      constraint: 'vouchers_code_unique',
    })
  })

  test('is not added by a paste that came while it was edited', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, code } = await addOne({ status: 0 })
      const [edited, pasted] = await Promise.all([update(id, fresh()), add(code, { status: 0 })])
      expect([edited.status, pasted.status]).toEqual([200, 409])
    }
  })
})

describe('deleting', () => {
  test('puts it into the recycle bin, from where it comes back as it was', async () => {
    const { id, code } = await addOne({ status: 0 })
    const before = (await list()).total
    const { status, body } = await desk.app.call(vouchers.remove, { id }, desk.rahim)
    expect([status, body.message]).toEqual([200, 'UniPin deleted successfully'])
    expect((await list()).total).toBe(before - 1)
    for (const gone of [
      show(id),
      desk.app.call(vouchers.remove, { id }, desk.rahim),
      desk.app.call(vouchers.reveal, { id }, desk.rahim),
    ]) {
      expect((await gone).status).toBe(404)
    }
    expect((await desk.app.call(vouchers.update, { id, package_id: desk.card }, desk.rahim)).status).toBe(404)
    expect((await list({ voucher: code })).total).toBe(0)
    const bin = (await desk.app.call(vouchers.bin, {}, desk.rahim)).body.data
    expect(bin.vouchers[0]).toMatchObject({ id, code: `••••${code.slice(-4)}`, status: 0 })
    const restored = await desk.app.call(vouchers.restore, { id }, desk.rahim)
    expect([restored.status, restored.body.message]).toEqual([200, 'UniPin restored successfully'])
    expect((await show(id)).body.data).toMatchObject({ id, status: 0, deleted_at: null })
    expect((await desk.app.call(vouchers.restore, { id }, desk.rahim)).status).toBe(409)
    expect((await desk.app.call(vouchers.bin, {}, desk.rahim)).body.data.total).toBe(bin.total - 1)
  })

  test('is of the code that was asked about: one that was delivered meanwhile stays', async () => {
    const { id, version } = (await show((await addOne()).id)).body.data
    const used = { id, status: 2, package_id: desk.card } as const
    expect((await desk.app.call(vouchers.update, used, desk.rahim)).status).toBe(200)
    const late = await desk.app.call(vouchers.remove, { id, version }, desk.rahim)
    expect([late.status, late.body.data]).toMatchObject([409, { id, status: 2, deleted_at: null }])
    expect((await desk.app.call(vouchers.remove, { id, version: version + 1 }, desk.rahim)).status).toBe(200)
  })

  test('a row never leaves the table', async () => {
    await expect(query(desk.app.db, 'delete from vouchers')).rejects.toThrow()
  })
})

describe('two at once', () => {
  test('of hiding the last code and delivering it one succeeds, in either order', async () => {
    await query(desk.app.db, 'update vouchers set status = 0 where status = 1')
    for (let round = 0; round < 15; round++) {
      const { id } = await addOne()
      const order = await placeOrder(desk.app.db, { userId: desk.app.world.users.shila, packageId: desk.card })
      const hide = () => desk.app.call(vouchers.update, { id, package_id: desk.card, status: 0 }, desk.karim)
      const deliver = () => desk.app.call(orders.setStatus, { id: order, status: 'completed' }, desk.rahim)
      const replies = await Promise.all(round % 2 === 0 ? [hide(), deliver()] : [deliver(), hide()])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const { status, user_id } = (await show(id)).body.data
      expect([status, user_id]).toEqual(status === 2 ? [2, desk.app.world.users.shila] : [0, null])
      await desk.app.call(orders.setStatus, { id: order, status: 'cancel' }, desk.rahim)
    }
  })

  test('of two who restore one, the second gets a conflict', async () => {
    const { id } = await addOne({ status: 0 })
    expect((await desk.app.call(vouchers.remove, { id }, desk.rahim)).status).toBe(200)
    const { late } = await desk.app.db.transaction().execute(async (own) => {
      await query(own, 'update vouchers set deleted_at = null where id = $1', [id])
      const late = desk.app.call(vouchers.restore, { id }, desk.rahim)
      await untilWaits(desk.app.db, '"vouchers"')
      return { late }
    })
    expect((await late).body.message).toBe('This voucher is not in the recycle bin')
  })

  test('50 edits of one form at once: one is saved', async () => {
    const { id } = await addOne({ status: 0 })
    const { version } = (await show(id)).body.data
    const replies = await Promise.all(
      Array.from({ length: 50 }, () =>
        desk.app.call(vouchers.update, { id, version, package_id: desk.card, status: 1 }, desk.rahim),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(49)
    await desk.app.call(vouchers.update, { id, package_id: desk.card, status: 0 }, desk.rahim)
  })
})
