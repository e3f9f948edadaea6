import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { startApp } from '../../../test/support/app.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { addRecipients, RECIPIENTS_AT_ONCE } from './add-recipients.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const MORE = RECIPIENTS_AT_ONCE * 2
const phoneOf = (nth: number) => `88019${String(nth).padStart(8, '0')}`
/** Beyond the customers that the call itself adds. */
const LAST = phoneOf(MORE)
const EXCEPTED = phoneOf(MORE - 1)
const STRANGER = '8801812345678'

beforeAll(() =>
  query(
    app.db,
    `insert into users (username, phone) select 'many' || i, '88019' || lpad(i::text, 8, '0') from generate_series(1, $1::int) i`,
    [MORE],
  ),
)

const sendToAll = async () =>
  (await app.call(campaigns.send, { audience: 'all', except: [EXCEPTED], phones: [LAST, STRANGER], message: 'Hello' }, rahim))
    .body.data
const countsOf = async (id: number) => {
  const { total, counts } = (await app.call(campaigns.show, { id }, rahim)).body.data.campaign
  return { total, ...Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0)) }
}
const numbersOf = async (id: number) =>
  (await query<{ phone: string }>(app.db, 'select phone from campaign_numbers where campaign_id = $1', [id])).map(
    ({ phone }) => phone,
  )

test('a message to many customers says at once how many wait, and each is added once', async () => {
  const customers = await query<{ number: string }>(
    app.db,
    `select sms_number(phone_digits) as number from users where deleted_at is null and sms_number(phone_digits) is not null`,
  )
  const wanted = new Set([...customers.map(({ number }) => number), STRANGER])
  wanted.delete(EXCEPTED)
  const { campaign_id: id, total } = await sendToAll()
  expect(total).toBe(wanted.size)
  expect((await numbersOf(id)).length).toBeLessThan(total)
  expect(await countsOf(id)).toEqual({ total, waiting: total })
  await Promise.all([addRecipients.run(app.runtimeDb), addRecipients.run(app.runtimeDb)])
  const added = await numbersOf(id)
  expect([added.length, new Set(added)]).toEqual([total, wanted])
  expect(await countsOf(id)).toEqual({ total, waiting: total })
})

test('while one server adds customers, another neither adds them nor waits', async () => {
  await sendToAll()
  const inTransaction = <R>(run: (db: Db) => Promise<R>) => app.db.transaction().execute(run)
  const add = async (db: Db) => {
    await query(db, `set local lock_timeout = '2s'`)
    return (await query<{ any: boolean }>(db, 'select add_recipients(1) as any'))[0]?.any
  }
  const both = await inTransaction(async (one) => [await add(one), await inTransaction(add)])
  expect(both).toEqual([true, false])
  await addRecipients.run(app.runtimeDb)
})

test('a server that ends amid a slice leaves it to another, and each gets it once', async () => {
  const { campaign_id: id, total } = await sendToAll()
  const before = (await numbersOf(id)).length
  const ended = app.db.transaction().execute(async (own) => {
    await query(own, 'select add_recipients(1000)')
    const [backend] = await query<{ pid: number }>(own, 'select pg_backend_pid() as pid')
    await query(app.db, 'select pg_terminate_backend($1)', [backend?.pid])
    await query(own, 'select 1')
  })
  await expect(ended).rejects.toThrow()
  expect((await numbersOf(id)).length).toBe(before)
  await Promise.all([addRecipients.run(app.runtimeDb), addRecipients.run(app.runtimeDb)])
  const added = await numbersOf(id)
  expect([added.length, new Set(added).size]).toEqual([total, total])
})

test('who is added after a stop is stopped, and a deleted customer is left out', async () => {
  const { campaign_id: id, total } = await sendToAll()
  expect((await app.call(campaigns.stop, { id }, rahim)).status).toBe(200)
  await query(app.db, `update users set deleted_at = now() where username = 'many${MORE - 2}'`)
  await addRecipients.run(app.runtimeDb)
  await query(app.db, 'select stop_sms(1000000)')
  expect(await countsOf(id)).toEqual({ total: total - 1, stopped: total - 1 })
})
