import { afterAll, expect, test } from 'vitest'
import { walletAdds } from '#contract/wallet-adds.ts'
import { query } from '../../server/platform/db/connect.ts'
import { failedSignInsLog } from '../../server/platform/http/audit.ts'
import { STORE_KEY, startApp } from '../support/app.ts'
import { ask } from '../support/ask.ts'
import { everyEndpoint } from '../support/samples.ts'
import { askForWalletAdd } from '../world.ts'

const WIRE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

/** Every text of a reply that looks like a time, in whichever format. */
const instantsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}[T ]\d{2}:/.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(instantsIn) : []
}

test.each([
  ['2026-11-28 19:25:17+00', '2026-11-28T19:25:17.000Z'],
  ['2026-11-28 19:25:17.1+00', '2026-11-28T19:25:17.100Z'],
  ['2026-11-28 19:25:17.123999+00', '2026-11-28T19:25:17.123Z'],
  ['2026-11-29 01:25:17.5+06', '2026-11-28T19:25:17.500Z'],
])('%s is read as %s', async (stored, read) => {
  expect(await query(app.db, `select '${stored}'::timestamptz as at`)).toEqual([{ at: read }])
})

test('every time in every reply is UTC with milliseconds', async () => {
  // Rows have whole seconds, milliseconds and microseconds.
  const id = await askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 10 })
  await app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, rahim)
  await query(app.db, `update wallet_adds set updated_at = '2026-11-28 10:00:00+00' where id = $1`, [id])
  await query(
    app.db,
    `insert into failed_sign_ins (quarter, network, failed) values (date_trunc('hour', now()) - interval '2 hours', '10.0.0.9', 3)`,
  )
  await failedSignInsLog.run(app.db)
  const seen: string[] = []
  for (const { endpoint } of everyEndpoint) {
    if (endpoint.method !== 'GET' || endpoint.access === 'public') continue
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 1])
    const { body } = await ask(app.url, endpoint, Object.fromEntries(names), endpoint.access === 'store' ? STORE_KEY : rahim)
    const instants = instantsIn(body?.data)
    expect(
      instants.filter((instant) => !WIRE.test(instant)),
      endpoint.path,
    ).toEqual([])
    seen.push(...instants)
  }
  expect(seen.length).toBeGreaterThan(40)
  const facts = `select facts ->> 'from' as "from" from audit where facts ? 'from' and facts ? 'refused'`
  const [{ from = '' } = {}] = await query<{ from?: string }>(app.db, facts)
  expect(from).toMatch(WIRE)
})

test('so is every time in the API’s description', async () => {
  const reply = await fetch(`${app.url}/api/openapi.json`, { headers: { authorization: rahim } })
  const instants = instantsIn(await reply.json())
  expect(instants.filter((instant) => !WIRE.test(instant))).toEqual([])
  expect(instants.length).toBeGreaterThan(1)
})
