import { describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { pendingCounts } from '#contract/pending-counts.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { topupProducts } from '#contract/topup-products.ts'
import { vouchers } from '#contract/vouchers.ts'
import { whileMoved } from '../../../test/support/moves.ts'
import { uploadPicture } from '../../../test/support/pictures.ts'
import { openVoucherDesk } from '../../../test/support/vouchers.ts'
import { placeOrder, VOUCHER_CODES } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const { desk, fresh, add, list, addOne, idOf, newestAudit } = openVoucherDesk()

describe('adding', () => {
  test('one voucher per line that says something, trimmed, in the order of the paste', async () => {
    const codes = [fresh(), fresh(), fresh()]
    const { status, body } = await add(`  ${codes[0]}\r\n\n   \n${codes[1]}\t\n${codes[2]}`)
    expect([status, body.message, body.data]).toEqual([
      200,
      'UniPin created successfully',
      { created: 3, duplicates: [], invalid: [], reasons: [] },
    ])
    const ids = await Promise.all(codes.map(idOf))
    expect(ids.toSorted((a, b) => a - b)).toEqual(ids)
    expect((await newestAudit()).facts).toEqual({ status: 1, package_id: desk.card, created: 3, duplicates: 0, invalid: 0 })
  })

  test('skips and reports existing codes in any case: in the paste, list and recycle bin', async () => {
    const { id, code: deleted } = await addOne()
    expect((await desk.app.call(vouchers.remove, { id }, desk.rahim)).status).toBe(200)
    const code = fresh()
    const bad = 'x'.repeat(201)
    const { body } = await add([code, code.toLowerCase(), deleted.toLowerCase(), VOUCHER_CODES[0], bad, '••••A001'].join('\n'))
    expect(body.data).toEqual({
      created: 1,
      duplicates: [deleted.toLowerCase(), VOUCHER_CODES[0], code.toLowerCase()],
      invalid: [bad, '••••A001'],
      reasons: ['too long', 'a character that no code has'],
    })
    const again = await add(`${code}\n${deleted}`)
    expect([again.status, again.body.message, again.body.data]).toEqual([
      409,
      'All codes already exist',
      { created: 0, duplicates: [code, deleted], invalid: [], reasons: [] },
    ])
  })

  test('the number of existing codes is recorded for admins who may not read codes', async () => {
    const { code } = await addOne()
    const facts = async (token: string) => {
      expect((await add([code, fresh(), 'SAME-CODE', 'SAME-CODE'].join('\n'), {}, token)).status).toBe(200)
      return (await newestAudit()).facts
    }
    expect(await facts(desk.karim)).toEqual({
      ...{ status: 1, package_id: desk.card },
      ...{ created: 2, duplicates: 2, invalid: 0, existing: 1 },
    })
    expect(await facts(desk.rahim)).not.toHaveProperty('existing')
  })

  test('a code that looks the same is the same, whatever unseen marks a copy has', async () => {
    const code = `REAL-${fresh()}`
    const [head, tail] = [code.slice(0, 4), code.slice(4)]
    const unseen = ['\u00ad', '\u034f', '\u200b', '\u200e', '\u2060', '\ufe0f', '\ufeff'].flatMap((mark) => [
      `${mark}${code}`,
      `${head}${mark}${tail}`,
      `${code}${mark}`,
    ])
    const spellings = [...unseen, `ＲＥＡＬ${tail}`]
    const { body } = await add([...spellings, '\u200b', `${code}\u0085`].join('\n'))
    const repeated = spellings.slice(1).map(() => code)
    expect(body.data).toMatchObject({ created: 1, duplicates: repeated, invalid: [`${code}\u0085`] })
    for (const spelling of spellings) {
      expect((await add(spelling)).status).toBe(409)
      expect((await list({ voucher: spelling })).vouchers).toMatchObject([
        { id: await idOf(code), code: `••••${code.slice(-4)}` },
      ])
    }
  })

  test('of a pasted file or chat only codes are added; each other line has its reason', async () => {
    const lines = [
      'Serial,PIN',
      '"FILE-1"',
      'FILE-2,',
      '6.12E+15',
      '1. FILE-3',
      '2) FILE-4',
      '[10:32, 26/11/2026] Karim: FILE-5',
      'Codes for today:',
    ]
    const codes = ['FILE-1', 'FILE-2', 'UPBD-Q-S-00012345 1234-5678-9012-3456', 'FILE-6 ABC', 'BCDFG-HJKLM-NPQRT', '900012345678']
    const { body } = await add([...lines, ...codes].join('\n'))
    expect(body.data).toEqual({
      ...{ created: codes.length, duplicates: [], invalid: lines },
      reasons: [
        'a header or other words',
        'in quotation marks',
        'several columns',
        'a number that a spreadsheet has shortened',
        'numbered like a list',
        'numbered like a list',
        'a chat line or a label',
        'a header or other words',
      ],
    })
    const again = await add(lines.join('\n'))
    expect([again.status, again.body.errors]).toEqual([
      422,
      [{ code: 'no_line_is_code', msg: 'No line is a voucher code', param: 'code' }],
    ])
    const { duplicates: _, ...lines_ } = body.data
    expect(again.body.data).toEqual({ ...lines_, created: 0, duplicates: [] })
  })

  test('codes with equal letters and digits are equal in paste, list, search and editor', async () => {
    const spellings = ['SAME-12-AB', 'same12ab', 'SAME 12 AB', 'SAME_12_AB', 'SAME-১২-AB']
    expect((await add(spellings.join('\n'))).body.data).toMatchObject({ created: 1, duplicates: spellings.slice(1) })
    for (const spelling of spellings) {
      expect((await add(spelling)).status).toBe(409)
      expect((await list({ voucher: spelling })).vouchers).toMatchObject([{ id: await idOf('SAME-12-AB') }])
    }
    const { id } = await addOne()
    const edit = (code: string) => desk.app.call(vouchers.update, { id, code, package_id: desk.card }, desk.rahim)
    const taken = await edit('Same12-AB')
    expect([taken.status, taken.body.errors]).toEqual([
      409,
      [{ code: 'code_exists', msg: 'This code already exists', param: 'code' }],
    ])
    expect((await edit('----')).body.errors).toEqual([
      { code: 'code_malformed', msg: 'This is not a voucher code', param: 'code' },
    ])
  })

  test('says at the field what is missing', async () => {
    for (const code of ['', ' \n\t\n']) {
      const { status, body } = await add(code)
      expect([status, body.errors]).toEqual([
        422,
        [{ code: 'codes_required', msg: 'Enter at least one voucher code', param: 'code' }],
      ])
    }
    expect((await add('x'.repeat(201))).body.errors).toEqual([
      { code: 'no_line_is_code', msg: 'No line is a voucher code', param: 'code' },
    ])
    expect((await add(fresh(), { package_id: 99_999 })).body.errors).toEqual([
      { code: 'no_such_package', msg: 'No such package', param: 'package_id' },
    ])
    expect((await add(fresh(), { status: 3 })).status).toBe(422)
    const many = Array.from({ length: 100_001 }, (_, at) => at).join('\n')
    expect((await add(many)).body.errors?.[0]).toMatchObject({
      code: 'codes_at_most',
      msg: 'At most 100000 codes at once',
      param: 'code',
    })
  })

  test('a deleted package, or one of a deleted product, is refused as an unknown one', async () => {
    const { app, rahim } = desk
    const logo = await uploadPicture(app.url, rahim)
    const addPackage = async () => {
      const product = (await app.call(topupProducts.create, { name: 'Short-lived', price: 0, logo }, rahim)).body.data.id
      const item = { product_id: product, name: 'Pass', price: 10, bprice: 9, serial: 1, logo }
      return { product, item, id: (await app.call(topupPackages.create, item, rahim)).body.data.id }
    }
    const [one, other] = [await addPackage(), await addPackage()]
    expect((await app.call(topupPackages.remove, { id: one.id }, rahim)).status).toBe(200)
    expect((await app.call(topupProducts.remove, { id: other.product }, rahim)).status).toBe(200)
    for (const package_id of [one.id, other.id]) {
      const { status, body } = await add(fresh(), { package_id })
      expect([status, body.errors]).toEqual([422, [{ code: 'no_such_package', msg: 'No such package', param: 'package_id' }]])
    }
    // Nor does the product get another package.
    const { status, body } = await app.call(topupPackages.create, other.item, rahim)
    expect([status, body.errors]).toEqual([422, [{ code: 'no_such_product', msg: 'No such product', param: 'product_id' }]])
  })

  test('makes a package one that sells vouchers, unless nothing was added', async () => {
    const sells = async () => (await desk.app.call(topupPackages.show, { id: desk.gems }, desk.rahim)).body.data
    expect((await add(VOUCHER_CODES[0], { package_id: desk.gems })).status).toBe(409)
    expect(await sells()).toMatchObject({ sells_vouchers: false, codes_left: null })
    await add(fresh(), { package_id: desk.app.world.packages.gems500 })
    await add(fresh(), { package_id: desk.gems, status: 0 })
    expect(await sells()).toMatchObject({ sells_vouchers: true, codes_left: 0, availability: 'no_codes' })
    await add(fresh(), { package_id: desk.gems })
    expect(await sells()).toMatchObject({ codes_left: 1, availability: 'on_sale' })
  })

  test('waits while its package is moved to another product', async () => {
    const { gems500: package_id } = desk.app.world.packages
    const [{ status, body }] = await whileMoved(desk.app, package_id, () => add(fresh(), { package_id }))
    expect([status, body.data.created]).toEqual([200, 1])
  })

  test('100,000 lines in one paste, and the same again with one that is new', async () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => `BULK-${at}-ABCD`)
    const { status, body } = await add(lines.join('\n'), { status: 0 })
    expect([status, body.data.created, body.data.duplicates.length]).toEqual([200, 100_000, 0])
    const again = await add([...lines.slice(1).toReversed(), 'BULK-new'].join('\n'), { status: 0 })
    expect([again.status, again.body.data.created, again.body.data.duplicates.length]).toEqual([200, 1, 99_999])
    expect((await list({ status: 0 })).total).toBeGreaterThan(100_000)
  })

  test('of two pastes of the same codes at once, each code is new in one of them', async () => {
    const codes = Array.from({ length: 400 }, fresh)
    const [one, two] = await Promise.all([add(codes.join('\n')), add(codes.toReversed().join('\n'), {}, desk.karim)])
    const replies = [one, two].map(({ status, body }) => [status, body.data.created])
    expect(replies.toSorted()).toEqual([
      [200, 400],
      [409, 0],
    ])
  })
})

describe('low stock', () => {
  const cardCounts = async () => {
    const { packages } = (await desk.app.call(vouchers.counts, {}, desk.rahim)).body.data
    return packages.find(({ package_id }) => package_id === desk.card)
  }
  const crossings = async () => {
    await query(desk.app.db, 'select note_low_stock(20)')
    return query<{ ended: boolean }>(
      desk.app.db,
      'select ended_at is not null as ended from low_stock where package_id = $1 order by id',
      [desk.card],
    )
  }

  test('codes per package, how long they last, and each crossing of the threshold once', async () => {
    await query(desk.app.db, 'update vouchers set status = 0 where status = 1')
    await query(desk.app.db, `update vouchers set used_at = now() - interval '15 days' where status = 2`)
    await add(Array.from({ length: 25 }, fresh).join('\n'))
    // Typed in so that they are known when somebody pastes them again: no use of these days.
    await add(Array.from({ length: 40 }, fresh).join('\n'), { status: 2 })
    await crossings()
    const before = (await crossings()).length
    await query(
      desk.app.db,
      `update vouchers set status = 2, used_at = now()
       where id in (select id from vouchers where package_id = $1 and status = 1 limit 7)`,
      [desk.card],
    )
    // 18 left, 7 used in 14 days.
    expect(await cardCounts()).toMatchObject({ ready: 18, codes_left: 18, used_lately: 7, days_left: 36, is_low: true })
    expect((await desk.app.call(pendingCounts.show, {}, desk.rahim)).body.data.low_codes).toBeGreaterThan(0)
    for (let round = 0; round < 3; round++) expect((await crossings()).length).toBe(before + 1)
    expect((await cardCounts())?.low_since).not.toBe(null)
    await add(`${fresh()}\n${fresh()}`)
    expect((await crossings()).at(-1)).toEqual({ ended: true })
    expect(await cardCounts()).toMatchObject({ codes_left: 20, is_low: false, low_since: null })
    const order = await placeOrder(desk.app.db, { userId: desk.app.world.users.shila, packageId: desk.card })
    expect((await crossings()).map(({ ended }) => ended).slice(before)).toEqual([true, false])
    await desk.app.call(orders.setStatus, { id: order, status: 'cancel' }, desk.rahim)
  })

  test('an admin who may not see vouchers is not warned', async () => {
    expect((await desk.app.call(pendingCounts.show, {}, desk.karim)).body.data.low_codes).not.toBe(null)
    const nadia = await desk.app.signIn('nadia')
    expect((await desk.app.call(pendingCounts.show, {}, nadia)).body.data.low_codes).toBe(null)
  })
})
