import { afterAll, describe, expect, test } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { users } from '#contract/users.ts'
import { startApp } from '../../../test/support/app.ts'
import { grant } from '../../../test/support/books.ts'
import { changedTables, fingerprint } from '../../../test/support/fingerprint.ts'
import { rowsRead } from '../../../test/support/rows-read.ts'
import { BLOCK_IDS } from '../../core/lists/far-page.ts'
import { query } from '../../platform/db/connect.ts'
import { listNumbers } from './queries.ts'

const SHILA = '8801811000001'
const TANVIR = '8801811000002'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const send = (input: Partial<Parameters<typeof app.call<typeof campaigns.send>>[1]>, key?: string) =>
  app.call(campaigns.send, { message: 'Hello', ...input }, rahim, key)
const numbersOf = async (id: number) => {
  const { numbers } = (await app.call(campaigns.numbers, { id, limit: 100, order: 'asc' }, rahim)).body.data
  return numbers.map(({ phone, user_id }) => [phone, user_id])
}
const lastAudit = () => app.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

describe('sending', () => {
  test('each number once in any spelling; others are reported; customers are recognised', async () => {
    const phones = ['01811000001', '+880 1811-000001', '০১৭১১০০০০০৯', 'nobody', '8801711000009', '12345']
    const { status, body } = await send({ phones, message: '  Hello  ' })
    expect([status, body.message]).toEqual([200, 'Message is sending to the server..'])
    expect(body.data).toEqual({
      campaign_id: expect.any(Number),
      total: 2,
      invalid: ['nobody', '12345'],
      reasons: ['not one number', 'too few digits'],
      repeated: 2,
    })
    const id = body.data.campaign_id
    expect(await numbersOf(id)).toEqual([
      [SHILA, app.world.users.shila],
      ['8801711000009', null],
    ])
    const { campaign } = (await app.call(campaigns.show, { id }, rahim)).body.data
    expect(campaign).toMatchObject({
      id,
      message: 'Hello',
      is_to_all: false,
      total: 2,
      counts: { waiting: 2, handing_over: 0, sent: 0, refused: 0, unclear: 0, stopped: 0 },
      gateways: [],
      stopped_at: null,
      Admin: { first_name: 'Rahim', last_name: 'Uddin' },
    })
    const { action, subject, subject_id, facts } = await lastAudit()
    expect({ action, subject, subject_id, facts }).toEqual({
      action: 'campaigns.send',
      subject: 'campaign',
      subject_id: id,
      facts: { message: 'Hello', total: 2, invalid: 2 },
    })
  })

  test('to all customers but some, and to numbers beside them', async () => {
    const { data } = (await send({ audience: 'all', except: ['01811000002'], phones: ['01711000009', '01811000001'] })).body
    expect(data).toMatchObject({ total: 2, invalid: [], repeated: 0 })
    expect(await numbersOf(data.campaign_id)).toEqual([
      ['8801711000009', null],
      [SHILA, app.world.users.shila],
    ])
    // In any spelling, also in Bangla digits; a number that is nobody's leaves nobody out.
    const spelt = (await send({ audience: 'all', except: ['+880 1811-000002', '০১৭১১০০০০০৯', '01711000008'] })).body.data
    expect(await numbersOf(spelt.campaign_id)).toEqual([[SHILA, app.world.users.shila]])
    const everybody = (await send({ audience: 'all' })).body.data
    expect((await numbersOf(everybody.campaign_id)).map(([phone]) => phone)).toEqual([SHILA, TANVIR])
  })

  test('what cannot be sent is refused at its field, and nothing is written down', async () => {
    const before = await fingerprint(app.db)
    const refused: [input: object, message: string, param: string][] = [
      [{ phones: [] }, 'Choose at least one valid mobile number', 'phones'],
      [{ phones: ['nobody'] }, 'Choose at least one valid mobile number', 'phones'],
      [{ audience: 'all', except: [SHILA, TANVIR] }, 'Choose at least one valid mobile number', 'phones'],
      [{ phones: [SHILA], message: ' \n ' }, 'Message is required', 'message'],
      [{ phones: [SHILA], message: 'আ'.repeat(671) }, 'At most 10 segments', 'message'],
      [{ phones: [SHILA], audience: 'some' }, 'Must be all', 'audience'],
      [{ phones: SHILA }, 'Must be a list of phone numbers', 'phones'],
      [{ phones: [SHILA, '\u0000'] }, 'Contains a character that cannot be stored', 'phones.1'],
      [{ phones: [SHILA, '0171\ud800'] }, 'Contains a character that cannot be stored', 'phones.1'],
      [{ audience: 'all', except: ['\udfff'] }, 'Contains a character that cannot be stored', 'except.0'],
    ]
    for (const [input, message, param] of refused) {
      const { status, body } = await send(input)
      expect([status, body.errors]).toMatchObject([422, [{ msg: message, param }]])
    }
    // The refusal is kept under its key.
    expect(changedTables(before, await fingerprint(app.db))).toEqual(['idempotency_keys'])
  })

  test('one that is to be left out has to be a number: none gets it by mistake', async () => {
    const { status, body } = await app.call(
      campaigns.send,
      { audience: 'all', except: ['Tel 01811-000001 (home)'], message: 'Hi' },
      rahim,
    )
    expect([status, body.errors]).toEqual([
      422,
      [{ code: 'not_mobile_number', msg: 'Not a Bangladeshi mobile number', param: 'except' }],
    ])
    expect(body.data).toEqual({ invalid: ['Tel 01811-000001 (home)'], reasons: ['not one number'] })
  })

  test('none that can be written to: the refusal says of each why', async () => {
    const faults = {
      nobody: 'not one number',
      '01811000001 ext 1': 'not one number',
      '0181100000': 'too few digits',
      '018110000011': 'too many digits',
      '12345': 'too few digits',
      '+44 1711 223344': 'not a mobile number of Bangladesh',
    }
    const { status, body } = await send({ phones: Object.keys(faults), message: 'Hi' })
    expect([status, body.errors?.[0]?.code]).toEqual([422, 'no_valid_number'])
    const { invalid, reasons } = body.data as unknown as { invalid: string[]; reasons: string[] }
    expect(Object.fromEntries(invalid.map((phone, at) => [phone, reasons[at]]))).toEqual(faults)
  })

  test('a click after a time-out sends nothing twice', async () => {
    const count = async () => (await app.call(campaigns.list, {}, rahim)).body.data.total
    const before = await count()
    const replies = await Promise.all(Array.from({ length: 8 }, () => send({ phones: [SHILA] }, 'one-click')))
    expect(replies[0]?.body.data.total).toBe(1)
    for (const reply of replies) expect(reply).toEqual(replies[0])
    expect(await count()).toBe(before + 1)
  })

  test('no admin writes to customers without the module, nor sees their numbers', async () => {
    const karim = await app.signIn('karim')
    for (const endpoint of [campaigns.recipients, campaigns.list]) expect((await app.call(endpoint, {}, karim)).status).toBe(403)
    await grant(app.db, app.world.admins.karim, ['campaigns_send'])
    expect((await app.call(campaigns.recipients, {}, karim)).status).toBe(200)
  })
})

describe('recipients', () => {
  const list = async (input: object = {}) => (await app.call(campaigns.recipients, input, rahim)).body.data
  const odd = async (phone: string) => {
    const values = { username: `odd${phone.slice(-3)}`, phone }
    return (await app.db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()).id
  }

  test('all living customers, newest first, 50 a page; those without a mobile counted', async () => {
    const { shila, tanvir } = app.world.users
    expect(await list()).toMatchObject({ total: 2, reachable: 2, unreachable: 0, total_capped: false })
    const [abroad, gone] = [await odd('+14155550100'), await odd('01911000003')]
    await app.call(users.remove, { id: gone, confirmed: 1 }, rahim)
    const { data, ...figures } = await list()
    expect(figures).toEqual({ total: 3, reachable: 2, unreachable: 1, total_capped: false })
    expect(data.map(({ id, number }) => [id, number])).toEqual([
      [abroad, null],
      [tanvir, TANVIR],
      [shila, SHILA],
    ])
    expect(data[2]).toEqual({
      ...{ id: shila, username: 'shila', first_name: 'Shila', last_name: 'Akter' },
      ...{ phone: '01811000001', number: SHILA, is_phone_verify: 0 },
    })
    expect((await send({ audience: 'all' })).body.data.total).toBe(2)
  })

  test('are searched by name, number and id; the figures of all stay', async () => {
    const { shila } = app.world.users
    for (const q of ['SHILA', 'akter', '+880 1811-000001', `#${shila}`]) {
      const { data, ...figures } = await list({ q })
      expect(data.map(({ id }) => id)).toEqual([shila])
      expect(figures).toEqual({ total: 1, reachable: 2, unreachable: 1, total_capped: false })
    }
  })

  test('far pages are exact', async () => {
    await query(
      app.db,
      `insert into users (username, phone) select 'many' || i, '017' || lpad(i::text, 8, '0') from generate_series(1, 1200) i`,
    )
    const { total, reachable, data } = await list({ limit: 100, page: 12 })
    expect([total, reachable, data.length]).toEqual([1_203, 1_202, 100])
    expect(data[0]?.username).toBe('many100')
    expect((await list({ limit: 100, page: 13 })).data).toHaveLength(3)
    expect((await list()).data).toHaveLength(50)
  })
})

describe('what was sent', () => {
  test('is listed newest first; the numbers of one by state, page and number', async () => {
    const { campaign_id: id } = (await send({ audience: 'all', except: [SHILA] })).body.data
    const { campaigns: sent } = (await app.call(campaigns.list, { limit: 2 }, rahim)).body.data
    expect(sent.map((one) => [one.id, one.total])[0]).toEqual([id, 1_201])
    await query(app.db, `update campaign_numbers set state = 'sent' where campaign_id = $1 and id % 2 = 0`, [id])
    const { counts } = (await app.call(campaigns.show, { id }, rahim)).body.data.campaign
    expect(counts.sent + counts.waiting).toBe(1_201)
    for (const isFolded of [false, true]) {
      if (isFolded) await query(app.db, 'select fold_campaign_counts()')
      const far = (await app.call(campaigns.numbers, { id, page: 12, limit: 100 }, rahim)).body.data
      expect([far.total, far.numbers.length]).toEqual([1_201, 100])
      const sent = (await app.call(campaigns.numbers, { id, state: 'sent', page: 6, limit: 100, order: 'asc' }, rahim)).body.data
      expect([sent.total, new Set(sent.numbers.map(({ state }) => state))]).toEqual([counts.sent, new Set(['sent'])])
    }
    const one = (await app.call(campaigns.numbers, { id, phone: '০১৮১১-০০০০০২' }, rahim)).body.data
    expect(one).toMatchObject({ total: 1, numbers: [{ phone: TANVIR, username: 'tanvir', attempts: 0, last_error: '' }] })
    expect((await app.call(campaigns.numbers, { id, phone: 'nobody' }, rahim)).body.data).toEqual({ total: 0, numbers: [] })
    for (const endpoint of [campaigns.show, campaigns.numbers])
      expect((await app.call(endpoint, { id: 999_999 }, rahim)).status).toBe(404)
  })

  test('a page of it never walks through the numbers of other messages', async () => {
    const add = async (count: number) => {
      const [added] = await query<{ id: number }>(
        app.db,
        `insert into campaigns (admin_id, message, is_to_all) values (1, 'Many', true) returning id`,
      )
      await query(
        app.db,
        `insert into campaign_numbers (campaign_id, phone)
         select $1, '88018' || lpad(i::text, 8, '0') from generate_series(1, $2::int) i`,
        [added?.id, count],
      )
      return added?.id ?? 0
    }
    await add(40_000)
    const id = await add(60)
    await add(40_000)
    await query(app.db, 'select fold_campaign_counts()')
    await query(app.db, 'analyze campaign_numbers')
    for (const order of ['asc', 'desc'] as const) {
      for (const page of [1, 2]) {
        let found = 0
        const read = await rowsRead(app.db, 'campaign_numbers', async (own) => {
          found = (await listNumbers(own, { id, page, limit: 50, order })).numbers.length
        })
        expect(found).toBe(page === 1 ? 50 : 10)
        // At the most what lies in the same blocks.
        expect(read).toBeLessThan(2 * BLOCK_IDS)
      }
    }
  })
})
