import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { STAFF_EVENTS, type StaffEvent, staffNotices } from '#contract/staff-notices.ts'
import { addRhythm } from '../../../test/payments/shop.ts'
import { startApp } from '../../../test/support/app.ts'
import { makeOlder } from '../../../test/support/books.ts'
import { askForWalletAdd, placeOrder } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'
import { deliverStaffNotices } from './deliver.ts'
import { noteStaffNotices } from './note.ts'
import { readTarget, sendNotice } from './send.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
const { db, vault, world } = app

type Answer = (reply: ServerResponse, request: IncomingMessage) => void
const received: { url: string; body: Record<string, string> }[] = []
let answer: Answer = (reply) => reply.writeHead(200).end('{}')
const outside = createServer(async (request, reply) => {
  let body = ''
  for await (const chunk of request) body += chunk
  received.push({ url: request.url ?? '', body: JSON.parse(body) })
  answer(reply, request)
})

/** A mail server that takes everything, or answers a text with this. */
const mails: string[] = []
/** All that mail clients said. */
let mailWords = ''
let afterText = '250 taken'
const mailServer = createSocketServer((socket) => {
  let isText = false
  let text = ''
  socket.write('220 mail.example\r\n')
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    const lines = chunk.toString()
    mailWords += lines
    if (isText) {
      text += lines
      if (!text.endsWith('\r\n.\r\n')) return
      mails.push(text)
      isText = false
      text = ''
      if (afterText === '') return void socket.destroy()
      return void socket.write(`${afterText}\r\n`)
    }
    isText = lines.startsWith('DATA')
    socket.write(isText ? '354 go on\r\n' : lines.startsWith('QUIT') ? '221 bye\r\n' : '250 fine\r\n')
  })
})
const listen = async (server: typeof outside | typeof mailServer) => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return (server.address() as AddressInfo).port
}
const port = await listen(outside)
const mailPort = await listen(mailServer)
const telegram = `http://127.0.0.1:${port}`
const TOKEN = '123456:invented-token-of-the-tests'

beforeEach(async () => {
  received.length = 0
  mails.length = 0
  afterText = '250 taken'
  answer = (reply) => reply.writeHead(200).end('{}')
  await query(db, `update settings set internal_hosts = '127.0.0.1'`)
  await query(db, 'delete from staff_receivers')
})
afterAll(async () => {
  outside.close()
  mailServer.close()
  await app.close({ books: 'broken' })
})

const RECEIVER = {
  name: 'Owner',
  way: 'webhook',
  destination: `${telegram}/hook/secret-path`,
  events: ['order_waiting'],
} as const
const add = async (more: Record<string, unknown> = {}) => {
  const { status, body } = await app.call(staffNotices.create, { ...RECEIVER, ...more }, rahim)
  expect([status, body.message]).toEqual([200, 'Receiver added'])
  return body.data.id
}
const shown = async (id: number) =>
  (await app.call(staffNotices.list, {}, rahim)).body.data.receivers.find((receiver) => receiver.id === id)
const noticesOf = (id: number) =>
  query<{ event: StaffEvent; text: string; state: string; attempts: number; last_error: string }>(
    db,
    'select event, text, state, attempts, last_error from staff_notices where receiver_id = $1 order by id',
    [id],
  )
const deliver = () => deliverStaffNotices(db, vault, telegram)
const note = (receiver: number, text = 'Something') =>
  query(
    db,
    `insert into staff_notices (receiver_id, event, about, text, quarter) values ($1, 'order_waiting', $2, $2, now() - random() * interval '9 days')`,
    [receiver, text],
  )

test('a webhook’s URL is sealed, shown by its host alone, and kept by an edit', async () => {
  const id = await add()
  expect(await shown(id)).toMatchObject({ way: 'webhook', destination: telegram, last: null })
  await app.call(staffNotices.update, { id, ...RECEIVER, destination: telegram, name: 'Owner at home' }, rahim)
  expect(await readTarget(db, vault, id)).toMatchObject({ secret: RECEIVER.destination })
  const { status, body } = await app.call(staffNotices.test, { id }, rahim)
  expect([status, body.message]).toEqual([200, 'Test notice sent'])
  expect(received).toEqual([{ url: '/hook/secret-path', body: { text: 'Test notice', shop: expect.any(String) } }])
  const rows = JSON.stringify((await app.call(audit.list, { subject: 'staff_notice' }, rahim)).body.data.data)
  expect(rows).toContain('Owner at home')
  expect(rows).not.toContain('secret-path')
})

test('a private address is refused when it is saved, and when it has become one', async () => {
  const id = await add()
  await query(db, `update settings set internal_hosts = ''`)
  const again = await app.call(staffNotices.create, RECEIVER, rahim)
  expect([again.status, again.body.message]).toEqual([422, expect.stringContaining('This address is in a private network')])
  expect((await app.call(staffNotices.test, { id }, rahim)).status).toBe(409)
  await note(id)
  await deliver()
  expect(await noticesOf(id)).toMatchObject([{ state: 'failed', last_error: 'address_internal' }])
  expect(received).toEqual([])
})

test('Telegram and email need their channel; their secrets are never shown', async () => {
  const id = await add({ way: 'telegram', destination: '-100123' })
  const missing = await app.call(staffNotices.test, { id }, rahim)
  expect([missing.status, missing.body.message]).toEqual([409, 'Set up the bot or the mail server first'])
  const mail = { way: 'email', secret: `smtp://user:pass%21@127.0.0.1:${mailPort}`, sender: 'shop@topdeck.example' }
  for (const channel of [{ way: 'telegram', secret: TOKEN }, mail]) {
    expect((await app.call(staffNotices.setChannel, channel, rahim)).status).toBe(200)
  }
  const { body } = await app.call(staffNotices.list, {}, rahim)
  expect(body.data.channels).toEqual([
    { way: 'email', sender: 'shop@topdeck.example' },
    { way: 'telegram', sender: '' },
  ])
  expect(JSON.stringify(body)).not.toMatch(/pass|invented-token/)
  await note(id, 'Orders wait')
  await deliver()
  expect(received).toEqual([{ url: `/bot${TOKEN}/sendMessage`, body: { chat_id: '-100123', text: 'Orders wait' } }])
})

test('a mail arrives; what is refused is said, what was cut is unclear', async () => {
  const mail = { way: 'email', secret: `smtp://127.0.0.1:${mailPort}`, sender: 'shop@topdeck.example' }
  await app.call(staffNotices.setChannel, mail, rahim)
  const id = await add({ way: 'email', destination: 'owner@topdeck.example' })
  const target = await readTarget(db, vault, id)
  if (!target) throw new Error('There is no target')
  expect(await sendNotice(target, 'Orders wait')).toEqual({ state: 'sent' })
  expect(mails[0]).toMatch(/Subject: .*Orders wait/)
  afterText = '550 no'
  expect(await sendNotice(target, 'Orders wait')).toMatchObject({ state: 'refused', error: expect.stringContaining('550') })
  afterText = '450 later'
  expect(await sendNotice(target, 'Orders wait')).toMatchObject({ state: 'unsent' })
  afterText = ''
  expect(await sendNotice(target, 'Orders wait')).toEqual({ state: 'unclear' })
  expect(await sendNotice({ ...target, secret: 'smtp://127.0.0.1:1' }, 'Orders wait')).toMatchObject({ state: 'unsent' })
})

test.each<[string, Answer, string, number]>([
  ['taken', (reply) => reply.writeHead(204).end(), 'sent', 1],
  ['refused', (reply) => reply.writeHead(403).end(), 'failed', 1],
  ['cut after it was taken', (_, request) => request.socket.destroy(), 'unclear', 1],
  ['busy each time', (reply) => reply.writeHead(503).end(), 'failed', 6],
])('a notice that is %s', async (_, how, state, times) => {
  const id = await add()
  await note(id)
  answer = how
  for (let round = 0; round < 8; round++) {
    await deliver()
    await query(db, 'update staff_notices set next_attempt_at = now()')
  }
  expect(await noticesOf(id)).toMatchObject([{ state, attempts: times }])
  expect(received).toHaveLength(times)
})

test('a password goes to no mail server without TLS', async () => {
  const mail = { way: 'email', secret: `smtp://user:invented@127.0.0.1:${mailPort}`, sender: 'shop@topdeck.example' }
  await app.call(staffNotices.setChannel, mail, rahim)
  const target = await readTarget(db, vault, await add({ way: 'email', destination: 'owner@topdeck.example' }))
  if (!target) throw new Error('There is no target')
  mailWords = ''
  expect(await sendNotice(target, 'Orders wait')).toMatchObject({ state: 'unsent' })
  expect(mailWords).toContain('EHLO')
  expect(mailWords).not.toMatch(/AUTH|MAIL FROM/)
})

test('what is being sent when a server dies is unclear, and not sent again', async () => {
  const id = await add()
  await note(id)
  let isHeld = (_: ServerResponse) => {}
  const held = new Promise<ServerResponse>((hold) => {
    isHeld = hold
  })
  answer = (reply) => isHeld(reply)
  const first = deliver()
  const reply = await held
  expect(await noticesOf(id)).toMatchObject([{ state: 'unclear', attempts: 1 }])
  await deliver()
  expect(received).toHaveLength(1)
  reply.end('{}')
  await first
  expect(await noticesOf(id)).toMatchObject([{ state: 'sent', attempts: 1 }])
})

test('many servers at once send each notice once', async () => {
  const id = await add()
  for (let at = 0; at < 30; at++) await note(id, `Notice ${at}`)
  await Promise.all(Array.from({ length: 20 }, deliver))
  for (let round = 0; round < 4; round++) await deliver()
  expect(received.map(({ body }) => body.text).sort()).toEqual(Array.from({ length: 30 }, (_, at) => `Notice ${at}`).sort())
})

/** Makes each event true. */
const PLANT: Readonly<Record<StaffEvent, () => Promise<unknown>>> = {
  async order_waiting() {
    const id = await placeOrder(db, { userId: world.users.shila, packageId: world.packages.gems100 })
    await makeOlder(db, 'orders', 31, id)
  },
  wallet_add_large: () => askForWalletAdd(db, { userId: world.users.shila, amount: 10_000 }),
  codes_low: () => query(db, 'update settings set low_stock_codes = 90000'),
  phone_silent: () => addRhythm(app, rahim, { perHour: 6, silentHours: 4 }),
  failed_sign_ins: () =>
    query(
      db,
      `insert into failed_sign_ins (quarter, network, failed) values (date_bin('15 minutes', now(), '2026-01-01'), '192.0.2.0/24', 25)`,
    ),
  books_wrong: () => query(db, `update books set report = '{"planted": []}'`),
  backup_overdue: () => query(db, `update admins set created_at = now() - interval '8 days'`),
}

test('each event is noted once for a day, in the receiver’s language', async () => {
  const events = Object.keys(STAFF_EVENTS) as StaffEvent[]
  const [english, bangla] = [await add({ events }), await add({ events, language: 'bn', name: 'Night shift' })]
  const texts: string[] = []
  for (const event of events) {
    await PLANT[event]()
    await noteStaffNotices(db)
    const found = (await noticesOf(english)).find((notice) => notice.event === event)
    expect(found, event).toBeDefined()
    texts.push(found?.text ?? '')
  }
  // A later quarter of an hour, and the same things.
  await query(
    db,
    `update staff_notices set quarter = quarter - interval '15 minutes', created_at = created_at - interval '15 minutes'`,
  )
  const before = await noticesOf(english)
  await noteStaffNotices(db)
  expect((await noticesOf(english)).map(({ event }) => event)).toEqual(before.map(({ event }) => event))
  expect((await noticesOf(bangla)).every(({ text }) => /[\u0980-\u09ff]/.test(text))).toBe(true)
  expect(texts.join('\n')).not.toMatch(/01\d{9}|[A-Z0-9]{10,}/)
  // A day later they are told again.
  await query(db, `update staff_notices set quarter = quarter - interval '1 day', created_at = created_at - interval '1 day'`)
  await noteStaffNotices(db)
  expect((await noticesOf(english)).length).toBe(2 * events.length)
})

test('in quiet hours nothing is noted, also over midnight', async () => {
  const time = async (minutes: number) => {
    const [row] = await query<{ at: string }>(
      db,
      `select to_char((now() + make_interval(mins => $1)) at time zone (select time_zone from settings), 'HH24:MI') as at`,
      [minutes],
    )
    return row?.at
  }
  await PLANT.backup_overdue()
  const events = ['backup_overdue']
  const quiet = await add({ events, quiet_from: await time(-60), quiet_to: await time(60) })
  const over = await add({ events, quiet_from: await time(-22 * 60), quiet_to: await time(60) })
  const awake = await add({ events, quiet_from: await time(60), quiet_to: await time(120) })
  await noteStaffNotices(db)
  expect([await noticesOf(quiet), await noticesOf(over)]).toEqual([[], []])
  expect(await noticesOf(awake)).toHaveLength(1)
})

test('bad input names the field', async () => {
  const faults = async (input: Record<string, unknown>) => {
    const { status, body } = await app.call(staffNotices.create, { ...RECEIVER, ...input }, rahim)
    return [status, (body as unknown as { errors: { param: string }[] }).errors.map(({ param }) => param)]
  }
  expect(await faults({ way: 'email' })).toEqual([422, ['destination']])
  expect(await faults({ way: 'telegram', destination: 'Rahim' })).toEqual([422, ['destination']])
  expect(await faults({ events: [] })).toEqual([422, ['events']])
  expect(await faults({ quiet_from: '22:00' })).toEqual([422, ['quiet_to']])
  expect(await faults({ quiet_from: '25:00', quiet_to: '06:00' })).toEqual([422, ['quiet_from']])
  const wrong = await app.call(staffNotices.setChannel, { way: 'email', secret: 'mail.example', sender: 'x' }, rahim)
  expect(wrong.status).toBe(422)
})
