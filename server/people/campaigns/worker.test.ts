import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { campaigns, SMS_STATES, type SmsState, smsFlow } from '#contract/campaigns.ts'
import { SMS_LONGEST_PAUSE_SECONDS } from '#contract/limits.ts'
import { startApp } from '../../../test/support/app.ts'
import { untilWaits } from '../../../test/support/locks.ts'
import { rowsRead } from '../../../test/support/rows-read.ts'
import { type Behaviour, type FakeGateway, startGateway } from '../../../test/support/sms-gateway.ts'
import { readSmsGateway, type SmsGateway } from '../../core/settings/read-settings.ts'
import { query } from '../../platform/db/connect.ts'
import { type Job, startJobs } from '../../platform/jobs/jobs.ts'
import { openVault, type Vault } from '../../platform/vault/vault.ts'
import { sendMessages } from './worker.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
let gateway: FakeGateway

beforeEach(async () => {
  gateway = await startGateway()
})
afterEach(async () => {
  await gateway.close()
  // What is left over must not meet the next test's gateway.
  await query(app.db, `update campaign_numbers set state = 'stopped' where state = 'waiting'`)
  await unpause()
})
afterAll(() => app.close())

const phone = (nth: number) => `88017${String(nth).padStart(8, '0')}`
const send = async (count: number, message = 'Hello') => {
  const phones = Array.from({ length: count }, (_, nth) => phone(nth))
  return (await app.call(campaigns.send, { phones, message }, rahim)).body.data.campaign_id
}
const worker = (settings: SmsGateway = gateway.settings): Job => sendMessages(async () => settings)
const countsOf = async (id: number) => {
  const { counts } = (await app.call(campaigns.show, { id }, rahim)).body.data.campaign
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0))
}
const numbersOf = async (id: number, state: SmsState) =>
  (await app.call(campaigns.numbers, { id, state, limit: 100, order: 'asc' }, rahim)).body.data.numbers
const unpause = () =>
  query(app.db, `update sms_pace set paused_until = '-infinity', next_at = '-infinity', failures = 0, pauses = 0, problem = ''`)
/** As if the worker that had claimed these numbers had been gone for long. */
const letClaimsEnd = () =>
  query(app.db, `update campaign_numbers set claimed_until = now() - interval '1 second' where state = 'handing_over'`)
const ASKED_ALREADY = 'A gateway already has them: sending again could deliver twice'
const gatewayInUse = async () => (await app.call(campaigns.list, {}, rahim)).body.data.gateway

describe('handing over', () => {
  test.each(['GET', 'POST'] as const)('by %s: every number once, with its message and id as they are', async (method) => {
    const other = await startGateway(method)
    const message = 'আজ 10% ছাড় & more?\n{phone} #1 +1=2'
    const id = await send(40, message)
    await worker(other.settings).run(app.db)
    expect(await countsOf(id)).toEqual({ sent: 40 })
    expect([...other.timesOf().values()]).toEqual(Array(40).fill(1))
    expect(new Set(other.taken.map((one) => one.message))).toEqual(new Set([message]))
    const sent = await numbersOf(id, 'sent')
    expect(new Map(other.taken.map((one) => [one.phone, Number(one.id)]))).toEqual(
      new Map(sent.map((one) => [one.phone, one.id])),
    )
    expect(sent[0]).toMatchObject({ gateway: 'http', attempts: 1, last_error: '' })
    expect((await app.call(campaigns.show, { id }, rahim)).body.data.campaign.gateways).toEqual(['http'])
    await other.close()
  })

  test('the outbox keeps them and asks no gateway', async () => {
    const id = await send(2_500)
    await worker({ kind: 'outbox' }).run(app.db)
    expect(await countsOf(id)).toEqual({ sent: 2_500 })
    expect((await app.call(campaigns.show, { id }, rahim)).body.data.campaign.gateways).toEqual(['outbox'])
    expect(await gatewayInUse()).toEqual({ kind: 'outbox', problem: '', paused_until: null })
  })

  test('the gateway’s answer decides: accepted, refused, unclear; no redirects', async () => {
    const answers: [status: number | 'takes it and hangs up', state: SmsState, error: string][] = [
      [200, 'sent', ''],
      [202, 'sent', ''],
      [400, 'refused', 'status 400'],
      [403, 'refused', 'status 403'],
      [301, 'refused', 'status 301'],
      [302, 'unclear', 'status 302'],
      [408, 'unclear', 'status 408'],
      [409, 'unclear', 'status 409'],
      [500, 'unclear', 'status 500'],
      [503, 'unclear', 'status 503'],
      ['takes it and hangs up', 'unclear', 'no answer'],
    ]
    gateway.behave((number) => answers[Number(number.slice(-2))]?.[0] ?? 200)
    const id = await send(answers.length)
    await worker().run(app.db)
    const { numbers } = (await app.call(campaigns.numbers, { id, order: 'asc', limit: 100 }, rahim)).body.data
    expect(numbers.map(({ state, last_error }) => [state, last_error])).toEqual(answers.map(([, ...rest]) => rest))
    const taken = answers.filter(([status]) => typeof status === 'string' || status < 400 || status >= 500)
    expect([...gateway.timesOf().values()]).toEqual(taken.map(() => 1))
  })

  test('a 2xx answer with an error is a refusal in the gateway’s words, can be resent', async () => {
    const words = '{"response_code":1007,"success_message":"","error_message":"Balance Insufficient"}'
    gateway.behave((number) => ({ words: number === phone(0) ? words : '{"response_code":202,"error_message":""}' }))
    const id = await send(2)
    await worker().run(app.db)
    expect(await countsOf(id)).toEqual({ refused: 1, sent: 1 })
    expect((await numbersOf(id, 'refused'))[0]).toMatchObject({ phone: phone(0), last_error: `status 200: ${words}` })
    gateway.behave(() => 200)
    expect((await app.call(campaigns.sendAgain, { id, state: 'refused' }, rahim)).body.data).toEqual({ changed: 1 })
    await worker().run(app.db)
    expect(await countsOf(id)).toEqual({ sent: 2 })
    expect(gateway.timesOf().get(phone(1))).toBe(1)
  })

  test('with a rule, a 2xx answer against it is refused; a cut off one is unclear', async () => {
    const accepted = { field: 'response_code', value: '202' }
    const answers: [behaviour: Behaviour, state: SmsState][] = [
      [{ words: '{"response_code":202}' }, 'sent'],
      [{ words: '{"response_code":1007,"success_message":"fine"}' }, 'refused'],
      [{ words: '<html>Sign in</html>' }, 'refused'],
      [200, 'refused'],
      [{ words: '{"response_code":2', isCut: true }, 'unclear'],
      [{ status: 500, words: '{"response_code":202}' }, 'unclear'],
      [{ status: 402, words: 'Pay first' }, 'refused'],
    ]
    gateway.behave((number) => answers[Number(number.slice(-2))]?.[0] ?? 200)
    const id = await send(answers.length)
    await worker({ ...gateway.settings, accepted }).run(app.db)
    const { numbers } = (await app.call(campaigns.numbers, { id, order: 'asc', limit: 100 }, rahim)).body.data
    expect(numbers.map(({ state }) => state)).toEqual(answers.map(([, state]) => state))
    expect(numbers.map(({ last_error }) => last_error).slice(1, 4)).toEqual([
      'status 200: {"response_code":1007,"success_message":"fine"}',
      'status 200: Sign in',
      'status 200',
    ])
    expect(numbers.at(-1)?.last_error).toBe('status 402: Pay first')
  })

  test('an answer without end is judged by its beginning', async () => {
    gateway.behave(() => ({ words: 'Accepted '.padEnd(100_000, 'x'), isCut: true }))
    const id = await send(1)
    await worker({ ...gateway.settings, accepted: { field: '', value: 'accepted' } }).run(app.db)
    expect(await countsOf(id)).toEqual({ sent: 1 })
  })

  test('a time-out after the gateway accepted: unclear, once, never resent automatically', async () => {
    gateway.behave((number) => (number === phone(3) ? 'takes it and is silent' : 200))
    const id = await send(6)
    await worker().run(app.db)
    await worker().run(app.db)
    expect(await countsOf(id)).toEqual({ sent: 5, unclear: 1 })
    expect((await numbersOf(id, 'unclear')).map((one) => [one.phone, one.last_error])).toEqual([[phone(3), 'no answer']])
    expect(gateway.timesOf().get(phone(3))).toBe(1)
  })

  test('the gateway’s answer is noted also where the database is away for a moment', async () => {
    const id = await send(1)
    const hide = 'alter function settle_sms rename to settle_sms_later'
    const [{ call } = { call: '' }] = await query<{ call: string }>(
      app.db,
      `select oid::regprocedure::text as call from pg_proc where proname = 'settle_sms'`,
    )
    await query(app.db, hide)
    const work = worker().run(app.db)
    await expect.poll(() => gateway.taken.length).toBe(1)
    await sleep(300)
    expect(await countsOf(id)).toEqual({ handing_over: 1 })
    await query(app.db, `alter function ${call.replace('settle_sms', 'settle_sms_later')} rename to settle_sms`)
    await work
    expect(await countsOf(id)).toEqual({ sent: 1 })
  })

  test('two workers, and two servers, at once: none gets it twice', async () => {
    const id = await send(400)
    gateway.behave((number) => (Number(number) % 10 === 0 ? 'takes it and hangs up' : 200))
    await Promise.all([1, 2, 3, 4].map(() => worker().run(app.db)))
    expect(await countsOf(id)).toEqual({ sent: 360, unclear: 40 })
    expect([...gateway.timesOf().values()]).toEqual(Array(400).fill(1))
  })

  test('a number that an admin is deciding on is passed over, without waiting for it', async () => {
    const id = await send(3)
    const taken = await app.db.transaction().execute(async (own) => {
      await query(own, `update campaign_numbers set state = 'stopped' where campaign_id = $1 and phone = $2`, [id, phone(0)])
      return query<{ phone: string }>(app.db, `select phone from take_sms('http', 3, null, 30)`)
    })
    expect(taken.map((one) => one.phone).sort()).toEqual([phone(1), phone(2)])
    await letClaimsEnd()
    await worker().run(app.db)
    expect(await countsOf(id)).toEqual({ stopped: 1, unclear: 2 })
  })

  test('killed between claim and answer: unclear after the claim ends, and not resent', async () => {
    const id = await send(3)
    await query(app.db, `select from take_sms('http', 2, null, 30)`)
    await worker().run(app.db)
    expect(await countsOf(id)).toEqual({ handing_over: 2, sent: 1 })
    await letClaimsEnd()
    await worker().run(app.db)
    expect(await countsOf(id)).toEqual({ unclear: 2, sent: 1 })
    expect((await numbersOf(id, 'unclear'))[0]?.last_error).toBe('No answer was recorded')
    expect(gateway.taken.map((one) => one.phone)).toEqual([phone(2)])
  })

  test('a late answer still counts; one of an earlier attempt does not', async () => {
    const id = await send(1)
    const [taken] = await query<{ id: number }>(app.db, `select id from take_sms('http', 1, null, 30)`)
    const settle = (attempt: number, state: string) =>
      query(app.db, `select settle_sms($1, $2, $3, '', 5, 300, 8)`, [taken?.id, attempt, state])
    await letClaimsEnd()
    await query(app.db, `update campaign_numbers set state = 'unclear', claimed_until = null where id = $1`, [taken?.id])
    await settle(1, 'waiting')
    expect(await countsOf(id)).toEqual({ unclear: 1 })
    await app.call(campaigns.sendAgain, { id, state: 'unclear' }, rahim)
    await unpause()
    await query(app.db, `select from take_sms('http', 1, null, 30)`)
    await settle(1, 'sent')
    expect(await countsOf(id)).toEqual({ handing_over: 1 })
    await settle(2, 'sent')
    expect(await countsOf(id)).toEqual({ sent: 1 })
  })
})

test('a turn reads what it takes or stops, however many wait', async () => {
  const id = await send(3_000)
  await query(app.db, 'analyze campaign_numbers')
  const read = (sql: string) => rowsRead(app.db, 'campaign_numbers', (own) => query(own, sql))
  expect(await read(`select from take_sms('http', 1, null, 30)`)).toBeLessThan(10)
  await query(app.db, 'update campaigns set stopped_at = clock_timestamp() where id = $1', [id])
  expect(await read('select stop_sms(1)')).toBeLessThan(10)
  expect(await countsOf(id)).toEqual({ handing_over: 1, stopped: 1, waiting: 2_998 })
})

test('what a clock that was set back has left too far ahead holds nothing up', async () => {
  const leave = (moments: string) => query(app.db, `update sms_pace set ${moments}`)
  const ahead = (seconds: number) => `now() + interval '${seconds} seconds'`
  // This gateway is known from here on: another one ends a pause.
  await worker().run(app.db)
  const id = await send(2)
  await leave(`paused_until = ${ahead(SMS_LONGEST_PAUSE_SECONDS - 5)}`)
  await worker().run(app.db)
  expect(await countsOf(id)).toEqual({ waiting: 2 })
  await leave(`paused_until = ${ahead(SMS_LONGEST_PAUSE_SECONDS + 5)}`)
  await worker().run(app.db)
  expect(await countsOf(id)).toEqual({ sent: 2 })
  const other = await send(2, 'Another')
  await leave(`next_at = ${ahead(3_600)}`)
  await query(app.db, `select from take_sms('http', 1, 10, 30)`)
  // The pace goes on from now, not from there.
  expect(await query(app.db, `select from sms_pace where next_at < ${ahead(1)}`)).toHaveLength(1)
  await query(app.db, `update campaign_numbers set claimed_until = ${ahead(3_600)} where state = 'handing_over'`)
  await unpause()
  await worker().run(app.db)
  expect(await countsOf(other)).toEqual({ unclear: 1, sent: 1 })
  expect(gateway.taken).toHaveLength(3)
})

test('stopping and resending work, also by a clock that was set back', async () => {
  const id = await send(3)
  const ahead = `update campaigns set created_at = created_at + interval '1 hour' where id = $1 returning id, created_at`
  await query(
    app.db,
    `with c as (${ahead}) update campaign_numbers set changed_at = created_at from c where campaign_id = c.id`,
    [id],
  )
  expect((await app.call(campaigns.stop, { id }, rahim)).body.data).toEqual({ changed: 3 })
  const before = gateway.taken.length
  await worker().run(app.db)
  expect([await countsOf(id), gateway.taken.length - before]).toEqual([{ stopped: 3 }, 0])
  await app.call(campaigns.sendAgain, { id, state: 'stopped' }, rahim)
  // Taken, and back: it did not get away.
  const [taken] = await query<{ id: number; attempts: number }>(app.db, `select id, attempts from take_sms('http', 1, null, 30)`)
  await query(app.db, `select settle_sms($1, $2, 'waiting', '', 5, 300, 8)`, [taken?.id, taken?.attempts])
  await unpause()
  await worker().run(app.db)
  expect([await countsOf(id), gateway.taken.length - before]).toEqual([{ sent: 3 }, 3])
})

describe('a gateway in trouble', () => {
  test('that cannot be reached accepts nothing: numbers wait, and all is sent later', async () => {
    const id = await send(30)
    await gateway.close()
    await worker().run(app.db)
    expect(await countsOf(id)).toEqual({ waiting: 30 })
    const first = await gatewayInUse()
    expect(first).toMatchObject({ kind: 'http', problem: 'no answer', paused_until: expect.any(String) })
    // Left alone meanwhile.
    await worker().run(app.db)
    expect((await numbersOf(id, 'waiting')).filter(({ attempts }) => attempts > 1)).toEqual([])
    await query(app.db, `update sms_pace set paused_until = now()`)
    await worker().run(app.db)
    const [{ pauses, seconds } = { pauses: 0, seconds: 0 }] = await query<{ pauses: number; seconds: number }>(
      app.db,
      'select pauses, extract(epoch from paused_until - now())::integer as seconds from sms_pace',
    )
    expect(pauses).toBe(2)
    expect(seconds).toBeGreaterThan(5)
    expect(seconds).toBeLessThanOrEqual(10)
    await gateway.open()
    await query(app.db, `update sms_pace set paused_until = now()`)
    await worker().run(app.db)
    expect(await countsOf(id)).toEqual({ sent: 30 })
    expect(await gatewayInUse()).toEqual({ kind: 'http', problem: '', paused_until: null })
  })

  test('is not asked for what was taken for it before this server stood still', async () => {
    const job = worker()
    await job.run(app.db)
    const id = await send(3)
    const clock = performance.now.bind(performance)
    let stoodMs = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => clock() + stoodMs)
    const { work } = await app.db.transaction().execute(async (own) => {
      await query(own, 'select from sms_pace for update')
      const work = job.run(app.db)
      await untilWaits(app.db, 'take_sms')
      // Its claims have ended by then: somebody else may have taken the numbers.
      stoodMs = 60_000
      return { work }
    })
    await work
    now.mockRestore()
    expect([gateway.taken, await countsOf(id)]).toEqual([[], { waiting: 3 }])
    expect(await gatewayInUse()).toMatchObject({ problem: 'Not reached: this server stood still' })
  })

  test('that was set up again is asked at once', async () => {
    const id = await send(3)
    let url = 'http://127.0.0.1:1/?to={phone}&text={message}'
    const job = sendMessages(async () => ({ ...gateway.settings, url }))
    await job.run(app.db)
    expect((await gatewayInUse()).paused_until).not.toBeNull()
    url = gateway.settings.url
    await job.run(app.db)
    expect(await countsOf(id)).toEqual({ sent: 3 })
  })

  test('whose key is lost is named to all who send, until it was entered again', async () => {
    const seal = (vault: Vault, address: string) =>
      query(
        app.db,
        `update settings set sms_gateway = 'http', sms_url = $1, sms_method = 'GET', sms_key_sealed = $2, internal_hosts = $3`,
        [address, vault.seal('s3cret-key', 'settings.sms_key'), '127.0.0.1'],
      )
    const address = `${gateway.settings.url}&key={key}`
    await seal(openVault(randomBytes(32)), address)
    await query(app.db, `update sms_pace set gateway = 'outbox'`)
    const id = await send(3)
    const job = () => sendMessages(() => readSmsGateway(app.db, app.vault))
    const first = job()
    const lost = {
      kind: 'http',
      problem: 'Its key can no longer be read. A super admin must enter it again on /settings.',
      paused_until: null,
    }
    for (const _ of [1, 2]) {
      await expect(first.run(app.db)).rejects.toThrow('settings.sms_key is encrypted with a lost key')
      expect(await gatewayInUse()).toEqual(lost)
    }
    expect(await countsOf(id)).toEqual({ waiting: 3 })
    await seal(app.vault, address)
    // Also by a server that was started since, which knows nothing of it.
    for (const own of [first, job()]) {
      await query(app.db, 'update sms_pace set problem = $1', [lost.problem])
      await own.run(app.db)
      expect(await gatewayInUse()).toEqual({ kind: 'http', problem: '', paused_until: null })
    }
    expect(await countsOf(id)).toEqual({ sent: 3 })
    await query(app.db, `update settings set sms_gateway = 'outbox', sms_url = '', sms_key_sealed = null`)
  })

  test('that asks for a pause gets one, and the number again', async () => {
    const id = await send(1)
    gateway.behave(() => 429)
    await worker().run(app.db)
    expect(await countsOf(id)).toEqual({ waiting: 1 })
    expect((await gatewayInUse()).problem).toBe('status 429')
  })

  test('is none where one number was refused; what makes it pause is', async () => {
    const id = await send(2)
    gateway.behave((number) => (number === phone(0) ? 400 : 200))
    await worker().run(app.db)
    expect(await countsOf(id)).toEqual({ refused: 1, sent: 1 })
    gateway.behave(() => 400)
    await app.call(campaigns.sendAgain, { id, state: 'refused' }, rahim)
    await worker().run(app.db)
    expect(await gatewayInUse()).toEqual({ kind: 'http', problem: '', paused_until: null })
    await send(20, 'All refused')
    await worker().run(app.db)
    expect(await gatewayInUse()).toMatchObject({ problem: 'status 400', paused_until: expect.any(String) })
  })

  test('that asks for a pause has it, also while its answers come late', async () => {
    const id = await send(3)
    await worker(gateway.settings).run(app.db)
    await send(3, 'Another')
    const taken = await query<{ id: number }>(app.db, `select id from take_sms('http', 3, null, 30)`)
    const settle = (nth: number, state: string, error = '') =>
      query(app.db, `select settle_sms($1, 1, $2, $3, 5, 300, 8)`, [taken[nth]?.id, state, error])
    await settle(0, 'waiting', 'status 429')
    await settle(1, 'sent')
    expect(await gatewayInUse()).toMatchObject({ problem: 'status 429', paused_until: expect.any(String) })
    await query(app.db, 'update sms_pace set paused_until = now()')
    await settle(2, 'sent')
    expect(await gatewayInUse()).toEqual({ kind: 'http', problem: '', paused_until: null })
    expect(await countsOf(id)).toEqual({ sent: 3 })
  })

  test('that fails at everything is paused after a few, not a thousand unclear numbers', async () => {
    const id = await send(1_000)
    gateway.behave(() => 500)
    await worker().run(app.db)
    const { unclear = 0, waiting = 0 } = await countsOf(id)
    expect(unclear).toBeLessThan(50)
    expect(unclear + waiting).toBe(1_000)
  })

  test.each([
    ['ftp://127.0.0.1/{phone}', 'no answer'],
    ['no address', 'no answer'],
    ['http://gateway.invalid/?k=s3cret-key&to={phone}', 'no answer'],
    ['https://127.0.0.1:1/?k=s3cret-key&to={phone}', 'no answer'],
    ['http://127.0.0.2/?k=s3cret-key&to={phone}', 'refused'],
    ['http://localhost/?k=s3cret-key&to={phone}', 'refused'],
  ])('at %s: nothing was handed over, and no error tells the address', async (url, output) => {
    const id = await send(2)
    await worker({ kind: 'http', method: 'GET', per_second: 100, url, internalHosts: '127.0.0.1' }).run(app.db)
    expect(await countsOf(id)).toEqual({ waiting: 2 })
    expect((await gatewayInUse()).problem).toBe(output)
    const [{ row = '' } = {}] = await query<{ row: string }>(
      app.db,
      `select string_agg(n::text, '') as row from campaign_numbers n`,
    )
    expect(row).not.toContain('s3cret-key')
  })

  test('whose encryption fails has received nothing', async () => {
    const id = await send(2)
    await worker({ ...gateway.settings, url: gateway.settings.url.replace('http:', 'https:') }).run(app.db)
    expect(await countsOf(id)).toEqual({ waiting: 2 })
    expect((await gatewayInUse()).problem).toBe('no answer')
  })

  test('is asked as fast as it allows, and no faster, by two servers together', async () => {
    const id = await send(150)
    const begun = performance.now()
    const sending = sendMessages(async () => ({ ...gateway.settings, per_second: 50 }))
    const servers = [1, 2].map(() => startJobs(app.db, [sending], (_, error) => console.error(error)))
    await expect.poll(() => countsOf(id)).toEqual({ sent: 150 })
    // The first five go at once.
    expect(performance.now() - begun).toBeGreaterThan((145 / 50) * 1_000)
    await Promise.all(servers.map((server) => server.stop()))
  })
})

test('a message to be sent is not counted as sent when its gateway is removed', async () => {
  await query(app.db, `update settings set sms_gateway = 'http', sms_url = 'http://127.0.0.1:9/?{phone}{message}'`)
  const id = await send(5)
  await query(app.db, `update settings set sms_gateway = 'outbox'`)
  await worker({ kind: 'outbox' }).run(app.db)
  expect(await countsOf(id)).toEqual({ waiting: 5 })
  await worker().run(app.db)
  expect(await countsOf(id)).toEqual({ sent: 5 })
})

test('nor is a kept one after the decision to send it: without a gateway it waits', async () => {
  const keep = () => worker({ kind: 'outbox' }).run(app.db)
  const id = await send(5)
  await keep()
  // A gateway there is from here on.
  await worker().run(app.db)
  await app.call(campaigns.sendAgain, { id, state: 'kept' }, rahim)
  await keep()
  expect(await countsOf(id)).toEqual({ waiting: 5 })
  gateway.behave(() => 400)
  await worker().run(app.db)
  await keep()
  await app.call(campaigns.sendAgain, { id, state: 'refused' }, rahim)
  await keep()
  expect(await countsOf(id)).toEqual({ waiting: 5 })
  gateway.behave(() => 200)
  await worker().run(app.db)
  expect(await countsOf(id)).toEqual({ sent: 5 })
  expect([...gateway.timesOf().values()]).toEqual(Array(5).fill(1))
})

test('an address that can be read but not asked has reached no number', async () => {
  const id = await send(3)
  await worker({ ...gateway.settings, url: gateway.settings.url.replace('//', '//user:p%zz@') }).run(app.db)
  expect(await countsOf(id)).toEqual({ waiting: 3 })
  expect(await gatewayInUse()).toMatchObject({ problem: 'no answer' })
})

describe('people', () => {
  test('stop it while the rest is under way: what comes back is not sent any more', async () => {
    const id = await send(4)
    await query(app.db, `select take_sms('http', 4, null, 30)`)
    expect((await app.call(campaigns.stop, { id }, rahim)).status).toBe(200)
    const taken = await query<{ id: number }>(app.db, `select id from campaign_numbers where state = 'handing_over'`)
    for (const { id: number } of taken)
      await query(app.db, `select settle_sms($1, 1, 'waiting', 'status 429', 1, 1, 8)`, [number])
    await unpause()
    await worker().run(app.db)
    expect(await countsOf(id)).toEqual({ stopped: 4 })
    expect(gateway.taken).toEqual([])
  })

  test('stop it just when a sender comes for more: nothing is handed over from then on', async () => {
    const id = await send(4)
    await query(app.db, `update campaigns set gateways = '{http}' where id = $1`, [id])
    const { stopping, taking } = await app.db.transaction().execute(async (own) => {
      // Nothing is written down in the log: the stop has been asked for, and is not done yet.
      await query(own, 'lock table audit in share mode')
      const stopping = app.call(campaigns.stop, { id }, rahim)
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await query(app.db, waits)).length).toBe(1)
      const taking = query<{ id: number }>(app.db, `select * from take_sms('http', 2, null, 30)`)
      await Promise.race([taking, expect.poll(async () => (await query(app.db, waits)).length).toBe(2)])
      return { stopping, taking }
    })
    expect((await stopping).status).toBe(200)
    for (const { id: taken } of await taking)
      await query(app.db, `select settle_sms($1, 1, 'waiting', 'Not reached', 0, 0, 8)`, [taken])
    await unpause()
    await worker().run(app.db)
    expect([gateway.taken, await countsOf(id)]).toEqual([[], { stopped: 4 }])
  })

  test('stop it while a sender takes some: it counts those that are left', async () => {
    const id = await send(4)
    await query(app.db, `update campaigns set gateways = '{http}' where id = $1`, [id])
    const { stopping, taken } = await app.db.transaction().execute(async (own) => {
      const taken = await query<{ id: number }>(own, `select * from take_sms('http', 3, null, 30)`)
      const stopping = app.call(campaigns.stop, { id }, rahim)
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await query(app.db, waits)).length).toBe(1)
      return { stopping, taken }
    })
    expect((await stopping).body.data).toEqual({ changed: 1 })
    for (const { id: number } of taken) await query(app.db, `select settle_sms($1, 1, 'sent', '', 0, 0, 8)`, [number])
    await worker().run(app.db)
    expect(await countsOf(id)).toEqual({ sent: 3, stopped: 1 })
  })

  test('stop it although a clock was ahead when its numbers were written down, or taken', async () => {
    const id = await send(4)
    await query(app.db, `update campaign_numbers set changed_at = now() + interval '1 hour' where campaign_id = $1`, [id])
    expect((await app.call(campaigns.stop, { id }, rahim)).status).toBe(200)
    await worker().run(app.db)
    expect([gateway.taken, await countsOf(id)]).toEqual([[], { stopped: 4 }])
    expect((await app.call(campaigns.sendAgain, { id, state: 'stopped' }, rahim)).body.data).toEqual({ changed: 4 })
    await worker().run(app.db)
    expect(await countsOf(id)).toEqual({ sent: 4 })
  })

  test('a small message does not wait behind a large one', async () => {
    await send(500, 'large')
    await send(2, 'small')
    await query(app.db, `select from take_sms('http', 4, null, 30)`)
    const taken = await query<{ message: string; n: number }>(
      app.db,
      `select message, count(*) as n from campaign_numbers n join campaigns c on c.id = n.campaign_id
       where state = 'handing_over' group by 1 order by 1`,
    )
    expect(taken).toEqual([
      { message: 'large', n: 2 },
      { message: 'small', n: 2 },
    ])
    await letClaimsEnd()
  })

  test('stop it: what waits is not sent; what is sent again later is', async () => {
    const id = await send(50)
    await query(app.db, `select from take_sms('http', 1, null, 0)`)
    const { body } = await app.call(campaigns.stop, { id }, rahim)
    expect([body.message, body.data]).toEqual(['Sending was stopped', { changed: 49 }])
    // At once, before any worker has counted them out.
    expect(await query(app.db, `select from take_sms('http', 16, null, 30)`)).toEqual([])
    // One more was on its way and did not get there: it is stopped too.
    await query(
      app.db,
      `select settle_sms(id, 1, 'waiting', 'x', 5, 300, 8) from campaign_numbers where state = 'handing_over' and campaign_id = $1`,
      [id],
    )
    await unpause()
    await worker().run(app.db)
    expect([gateway.taken, await countsOf(id)]).toEqual([[], { stopped: 50 }])
    expect((await app.call(campaigns.stop, { id }, rahim)).body).toMatchObject({
      message: 'No number is waiting',
      data: { campaign: { id, counts: { waiting: 0, stopped: 50 } } },
    })

    const other = await send(2)
    gateway.behave(() => 400)
    await worker().run(app.db)
    gateway.behave(() => 200)
    await send(1)
    await query(app.db, 'update campaigns set stopped_at = now() where id = $1', [other])
    expect((await app.call(campaigns.sendAgain, { id: other, state: 'refused' }, rahim)).body.data).toEqual({ changed: 2 })
    await unpause()
    await worker().run(app.db)
    expect(await countsOf(other)).toEqual({ sent: 2 })
  })

  test('send what was stopped, all at once: those whose turn had not come, each once', async () => {
    const id = await send(50)
    await query(app.db, `select from take_sms('http', 1, null, 0)`)
    await app.call(campaigns.stop, { id }, rahim)
    await query(
      app.db,
      `select settle_sms(id, 1, 'waiting', 'x', 5, 300, 8) from campaign_numbers where state = 'handing_over' and campaign_id = $1`,
      [id],
    )
    await unpause()
    await worker().run(app.db)
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => app.call(campaigns.sendAgain, { id, state: 'stopped' }, rahim)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    await worker().run(app.db)
    // A gateway was asked for one already: whether such a number got the message the row does not say.
    expect(await countsOf(id)).toEqual({ sent: 49, stopped: 1 })
    const again = await app.call(campaigns.sendAgain, { id, state: 'stopped' }, rahim)
    expect([again.status, again.body.message]).toEqual([409, ASKED_ALREADY])
    expect([...gateway.timesOf().values()]).toEqual(Array(49).fill(1))
  })

  test('send what was only kept, once there is a gateway; never what one was asked for', async () => {
    const id = await send(30)
    await worker({ kind: 'outbox' }).run(app.db)
    const again = (more: object = {}) => app.call(campaigns.sendAgain, { id, state: 'kept', ...more }, rahim)
    expect((await again()).body.message).toBe('No gateway is set up: messages are only saved')
    await worker().run(app.db)
    const [one] = await numbersOf(id, 'sent')
    const gateways = async () => (await app.call(campaigns.show, { id }, rahim)).body.data.campaign.gateways
    expect((await again({ number_ids: [one?.id ?? 0] })).body.data).toEqual({ changed: 1 })
    expect(await gateways()).toEqual(['outbox'])
    expect((await again()).body.data).toEqual({ changed: 29 })
    // Nothing is kept any more.
    expect(await gateways()).toEqual([])
    expect((await again()).status).toBe(409)
    await worker().run(app.db)
    expect(await countsOf(id)).toEqual({ sent: 30 })
    expect([...gateway.timesOf().values()]).toEqual(Array(30).fill(1))
    expect(await gateways()).toEqual(['http'])
    // By the gateway now, not kept any more: nobody gets it twice.
    const late = await again()
    expect([late.status, late.body.message]).toEqual([409, ASKED_ALREADY])
    await expect(query(app.db, `update campaign_numbers set state = 'waiting' where campaign_id = $1`, [id])).rejects.toThrow(
      /cannot go/,
    )
  })

  const makeUnclear = async (count: number) => {
    const id = await send(count)
    gateway.behave(() => 'takes it and hangs up')
    await worker().run(app.db)
    gateway.behave(() => 200)
    await unpause()
    return { id, numbers: await numbersOf(id, 'unclear') }
  }

  test('decide what is unclear; of many decisions at once one resends, once', async () => {
    const { id, numbers } = await makeUnclear(3)
    const one = [numbers[0]?.id ?? 0]
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => app.call(campaigns.sendAgain, { id, state: 'unclear', number_ids: one }, rahim)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    await worker().run(app.db)
    expect(gateway.timesOf().get(phone(0))).toBe(2)
    const marked = await app.call(campaigns.markSent, { id, number_ids: [numbers[1]?.id ?? 0] }, rahim)
    expect([marked.body.message, marked.body.data]).toEqual(['Marked as sent', { changed: 1 }])
    expect(await countsOf(id)).toEqual({ sent: 2, unclear: 1 })
    // Neither what is sent, nor another message's number.
    for (const number_ids of [one, [numbers[1]?.id ?? 0], [999_999]]) {
      const refused = await app.call(campaigns.markSent, { id, number_ids }, rahim)
      expect(refused).toMatchObject({ status: 409, body: { data: { campaign: { id, counts: { sent: 2, unclear: 1 } } } } })
    }
    expect((await app.call(campaigns.markSent, { id: id - 1, number_ids: [numbers[2]?.id ?? 0] }, rahim)).status).toBe(409)
    const { facts } = await app.db.selectFrom('audit').select('facts').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(facts).toEqual({ number_ids: [numbers[1]?.id], changed: 1, to: 'sent' })
  })

  test('all at once are those that were unclear when they were looked at', async () => {
    const { id } = await makeUnclear(3)
    const { read_at } = (await app.call(campaigns.show, { id }, rahim)).body.data
    await sleep(5)
    await query(app.db, `update campaign_numbers set changed_at = clock_timestamp() where campaign_id = $1 and phone = $2`, [
      id,
      phone(1),
    ])
    expect((await app.call(campaigns.sendAgain, { id, state: 'unclear', read_at }, rahim)).body.data).toEqual({ changed: 2 })
    expect(await countsOf(id)).toEqual({ unclear: 1, waiting: 2 })
    expect((await app.call(campaigns.sendAgain, { id, state: 'unclear', read_at }, rahim)).status).toBe(409)
  })
})

test('after a restore, what was kept and waited to be sent is marked as sent for good', async () => {
  const id = await send(2)
  await worker({ kind: 'outbox' }).run(app.db)
  await worker().run(app.db)
  await app.call(campaigns.sendAgain, { id, state: 'kept' }, rahim)
  await query(app.db, 'select doubt_waiting_sms()')
  expect((await app.call(campaigns.markSent, { id }, rahim)).body.data).toEqual({ changed: 2 })
  expect((await app.call(campaigns.sendAgain, { id, state: 'kept' }, rahim)).status).toBe(409)
  expect((await numbersOf(id, 'sent')).map(({ gateway: by }) => by)).toEqual(['http', 'http'])
  expect(gateway.taken).toEqual([])
})

test.each(SMS_STATES.flatMap((from) => SMS_STATES.map((to) => [from, to] as const)))(
  'in SQL a number goes from %s to %s only as the flow says',
  async (from, to) => {
    const [number] = await query<{ id: number }>(app.db, 'select id from campaign_numbers where campaign_id = $1', [
      await send(1),
    ])
    const claimed = (state: SmsState) => (state === 'handing_over' ? `now() + interval '30 s'` : 'null')
    const moved = app.db.transaction().execute(async (own) => {
      await query(own, 'set local session_replication_role = replica')
      // Of what was sent only what the outbox has kept may be sent again.
      const set = `state = $2, claimed_until = ${claimed(from)}, gateway = 'outbox'`
      await query(own, `update campaign_numbers set ${set} where id = $1`, [number?.id, from])
      await query(own, 'set local session_replication_role = origin')
      const again = to === 'handing_over' ? ', attempts = attempts + 1' : ''
      await query(own, `update campaign_numbers set state = $2, claimed_until = ${claimed(to)} ${again} where id = $1`, [
        number?.id,
        to,
      ])
      throw new Error('allowed')
    })
    await expect(moved).rejects.toThrow(from === to || smsFlow.allows(from, to) ? 'allowed' : `cannot go from ${from} to ${to}`)
  },
)

test('the database refuses moves that the flow does not have', async () => {
  const id = await send(1)
  const move = (to: string) => query(app.db, `update campaign_numbers set state = $2 where campaign_id = $1`, [id, to])
  for (const to of ['refused', 'unclear']) await expect(move(to)).rejects.toThrow(/cannot go/)
  await move('sent')
  for (const to of ['waiting', 'handing_over', 'unclear', 'refused', 'stopped'])
    await expect(move(to)).rejects.toThrow(/cannot go|claimed/)
  await expect(query(app.db, 'delete from campaign_numbers')).rejects.toThrow()
  await expect(
    query(app.db, `insert into campaign_numbers (campaign_id, phone) values ($1, $2)`, [id, phone(0)]),
  ).rejects.toThrow(/once/)
})

test('a stop waits for what is under way, and begins nothing new', async () => {
  const id = await send(200)
  const jobs = startJobs(app.db, [sendMessages(async () => gateway.settings, 10)], (_, error) => console.error(error))
  await expect.poll(() => gateway.taken.length, { interval: 2 }).toBeGreaterThan(0)
  await jobs.stop()
  const { sent = 0, waiting = 0 } = await countsOf(id)
  expect(sent).toBe(gateway.taken.length)
  expect([sent + waiting, waiting > 0]).toEqual([200, true])
})
