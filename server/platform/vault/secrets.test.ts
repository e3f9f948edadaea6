import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { desk } from '#contract/desk.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { orders } from '#contract/orders.ts'
import { profile, sessions } from '#contract/sessions.ts'
import { store } from '#contract/store.ts'
import { vouchers } from '#contract/vouchers.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { ask } from '../../../test/support/ask.ts'
import { dumpTables } from '../../../test/support/fingerprint.ts'
import { PATIENCE_MS } from '../../../test/support/patience.ts'
import { everyEndpoint, fieldsOf, samplesOf } from '../../../test/support/samples.ts'
import { PASSWORD, people, VOUCHER_CODES } from '../../../test/world.ts'
import { query } from '../db/connect.ts'

const INGAME = 'planted-ingame-PASSWORD-93'
const SECURITY = 'planted-security-CODE-57'
const NEW_PASSWORD = 'planted admin password 71'
const GUESS = 'planted wrong guess 15'
const CUSTOMERS = 'planted customer password 44'

const log: string[] = []
const app = await startApp({ log: (line) => log.push(line) })
const replies: { what: string; text: string }[] = []
const tokens: Record<string, string> = {}
let delivered: number

/** Calls and keeps what came back, as text. Of a stream nothing is read: `listen` does. */
const call = async (what: string, token: string | undefined, endpoint: Endpoint, input: Record<string, unknown>) => {
  const reply = await ask(app.url, endpoint, input, token)
  replies.push({ what, text: JSON.stringify(reply.body) + (reply.text ?? '') })
  return reply
}

/** Opens the stream of live events, which the server ends when it closes; what it tells is kept with the replies. */
const listen = async (what: string, token: string) => {
  const reply = await fetch(`${app.url}/api${desk.events.path}`, { headers: { authorization: token } })
  const stream = { what: `${what} live events`, text: '' }
  replies.push(stream)
  const read = async () => {
    for await (const part of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) stream.text += part
  }
  void read()
  return (text: string) => vi.waitFor(() => expect(stream.text).toContain(text), { timeout: PATIENCE_MS })
}

beforeAll(async () => {
  const { users, packages, admins } = app.world
  const order = { user_id: users.shila, package_id: packages.seasonPass, playerid: 'P-1', accounttype: 'Google' }
  const secret = { ...order, ingamepassword: INGAME, securitycode: SECURITY }
  const { status } = await call('store', STORE_KEY, store.placeOrder, secret)
  expect(status).toBe(200)
  // Refusals carry nothing of what they refuse, either.
  await call('store', STORE_KEY, store.placeOrder, { ...secret, price: 1 })
  await call('store', STORE_KEY, store.placeOrder, { ...secret, accounttype: '' })
  await call('store', STORE_KEY, store.placeOrder, { ...secret, ingamepassword: INGAME.repeat(20) })
  const card = { user_id: users.shila, package_id: packages.gemsCard, playerid: 'P-2' }
  delivered = (await app.call(store.placeOrder, card, STORE_KEY)).body.data.id

  const customer = { username: 'mina', phone: '01766000001', password: CUSTOMERS }
  const { id: mina } = (await call('store', STORE_KEY, store.addUser, customer)).body.data as { id: number }
  expect((await call('store', STORE_KEY, store.addUser, customer)).status).toBe(409)
  expect((await call('store', STORE_KEY, store.setPassword, { id: mina, password: CUSTOMERS })).status).toBe(200)
  expect((await call('store', STORE_KEY, store.setPassword, { id: 999_999, password: CUSTOMERS })).status).toBe(404)
  const { phone, password } = customer
  expect((await call('store', STORE_KEY, store.signIn, { phone, password })).status).toBe(200)
  expect((await call('store', STORE_KEY, store.signIn, { phone, password: GUESS })).status).toBe(422)
  expect((await call('store', STORE_KEY, store.signIn, { phone: '1', password })).status).toBe(422)

  for (const name of ['rahim', 'karim'] as const) {
    await app.call(sessions.login, { identity: people[name].email, password: GUESS })
    tokens[name] = await app.signIn(name)
  }
  const { rahim = '', karim = '' } = tokens
  const change = { old_password: PASSWORD, new_password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
  await call('karim', karim, sessions.changePassword, change)
  await call('karim', karim, sessions.changePassword, { ...change, confirm_password: `${NEW_PASSWORD}x` })
  await query(app.db, 'insert into admin_packages select $1, id from topup_packages on conflict do nothing', [admins.karim])
  const streams = [await listen('rahim', rahim), await listen('karim', karim)]
  expect((await call('rahim', rahim, orders.setStatus, { id: delivered, status: 'completed', order_note: 'Enjoy' })).status).toBe(
    200,
  )

  // Revealing is what it is for: seen by the holder or a super admin, and by nobody else; logged and audited without the secret.
  expect((await app.call(desk.reveal, { id: 1, field: 'securitycode' }, karim)).status).toBe(403)
  for (const [field, secret] of [
    ['ingamepassword', INGAME],
    ['securitycode', SECURITY],
  ] as const) {
    expect((await app.call(desk.reveal, { id: 1, field }, rahim)).body.data).toEqual({ secret })
  }

  const { id: voucher } = await app.db.selectFrom('vouchers').select('id').orderBy('id').executeTakeFirstOrThrow()
  expect((await app.call(vouchers.reveal, { id: voucher }, rahim)).body.data).toMatchObject({ code: VOUCHER_CODES[0] })

  // The delivered order and the one with secrets, changed and unchanged again.
  for (const status of ['in_progress', 'pending']) await call('rahim', rahim, orders.setStatus, { id: 1, status })
  for (const receives of streams) for (const id of [1, delivered]) await receives(`event: order\ndata: {"id":${id},`)

  for (const [what, token] of Object.entries(tokens)) {
    for (const { name, endpoint } of everyEndpoint) {
      if (['sessions.logout', 'sessions.login', 'desk.reveal', 'vouchers.reveal'].includes(name)) continue
      // Ids of the people's own sessions are among the samples.
      if (['security.endSession', 'security.endOtherSessions'].includes(name)) continue
      const samples = samplesOf(endpoint)
      const ids = fieldsOf(endpoint).some((field) => field.name === 'id') ? [1, delivered] : [undefined]
      const requested = endpoint.access === 'store' ? STORE_KEY : token
      for (const sample of samples)
        for (const id of ids) await call(`${what} ${name}`, requested, endpoint, id ? { ...sample, id } : sample)
    }
    for (const q of [INGAME, SECURITY, VOUCHER_CODES[0], NEW_PASSWORD]) await call(`${what} search`, token, orders.list, { q })
    // Otherwise it is refusals that were searched.
    expect([what, (await call(`${what} profile`, token, profile.show, {})).status]).toEqual([what, 200])
  }
})
afterAll(() => app.close())

/** The texts in which any of the words occurs, plain or as bytes in hexadecimal. */
const findings = (texts: { what: string; text: string }[], words: readonly string[]) =>
  texts.flatMap(({ what, text }) =>
    words
      .filter(
        (word) =>
          text.includes(word) ||
          text.includes(Buffer.from(word).toString('hex')) ||
          text.includes(Buffer.from(word).toString('base64')),
      )
      .map((word) => `${what}: ${word}`),
  )

const PASSWORDS = [INGAME, SECURITY, NEW_PASSWORD, GUESS, CUSTOMERS, PASSWORD]

test('no reply carries a password, a security code or anybody’s token', () => {
  expect(replies.length).toBeGreaterThan(60)
  expect(
    findings(replies, [...PASSWORDS, ...Object.values(tokens), STORE_KEY, 'argon2id', 'token_hash', 'password_hash']),
  ).toEqual([])
})

test('a delivered code is in the store’s readings and with who asked for it alone', async () => {
  const own = await app.call(store.order, { id: delivered }, STORE_KEY)
  expect(own.body.data.brief_note).toBe(`UniPin: ${VOUCHER_CODES[0]}\nEnjoy`)
  const others = replies.filter(({ what }) => !/ store\.orders?$|^rahim vouchers\.show$/.test(what))
  expect(replies.filter(({ what }) => what === 'rahim vouchers.show').length).toBeGreaterThan(0)
  expect(findings(others, VOUCHER_CODES)).toEqual([])
})

test('no table holds a secret in the open: orders, audit log, stored replies', async () => {
  const dump = Object.entries(await dumpTables(app.db)).map(([what, text]) => ({ what, text }))
  expect(dump.length).toBeGreaterThan(15)
  expect(findings(dump, [...PASSWORDS, ...VOUCHER_CODES, ...Object.values(tokens), STORE_KEY])).toEqual([])
  // They are there all the same, for those who may open them.
  const row = await app.db
    .selectFrom('orders')
    .selectAll()
    .where('ingamepassword_sealed', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(app.vault.open(row.ingamepassword_sealed ?? Buffer.alloc(0), `order.ingamepassword ${row.id}`)).toBe(INGAME)
  expect(app.vault.open(row.securitycode_sealed ?? Buffer.alloc(0), `order.securitycode ${row.id}`)).toBe(SECURITY)
})

test('the log says what was answered, and no secret', () => {
  expect(log.filter((line) => line.includes('answered')).length).toBeGreaterThan(60)
  expect(
    findings([{ what: 'log', text: log.join('\n') }], [...PASSWORDS, ...VOUCHER_CODES, ...Object.values(tokens), STORE_KEY]),
  ).toEqual([])
})

test('a failure that quotes the database writes no secret into the log', async () => {
  const lines: string[] = []
  const broken = await startApp({ log: (line) => lines.push(line) })
  await broken.db.schema.alterTable('orders').renameColumn('securitycode_sealed', 'gone').execute()
  const order = {
    user_id: broken.world.users.shila,
    package_id: broken.world.packages.seasonPass,
    playerid: 'P',
    accounttype: 'G',
  }
  const secret = { ...order, ingamepassword: INGAME, securitycode: SECURITY }
  const { status, body } = await broken.call(store.placeOrder, secret, STORE_KEY)
  await broken.close()
  expect(status).toBe(500)
  const written = [
    { what: 'reply', text: JSON.stringify(body) },
    { what: 'log', text: lines.join('\n') },
  ]
  expect(written[1]?.text).toContain('unexpected failure')
  expect(findings(written, [...PASSWORDS, STORE_KEY])).toEqual([])
})
