import { CompiledQuery } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { request, STORE_KEY, startApp, startSecondServer } from '../../../test/support/app.ts'
import { balanceOf } from '../../../test/support/books.ts'
import { changedTables, fingerprint } from '../../../test/support/fingerprint.ts'
import { untilWaits } from '../../../test/support/locks.ts'
import { startProxy } from '../../../test/support/proxy.ts'
import { askForWalletAdd } from '../../../test/world.ts'
import { openDatabase, query } from '../db/connect.ts'
import { openPool } from '../db/pool.ts'
import { fromDatabase } from '../errors.ts'
import { replyOnce } from './idempotency.ts'

const app = await startApp({ log: () => {} })
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const run = (text: string) => app.db.executeQuery(CompiledQuery.raw(text, []))

// The audit row and the kept reply travel with the COMMIT: what fails there must undo all of it, and leave the connection clean.
test.each(['audit', 'idempotency_keys'])('what cannot be written down in %s did not happen', async (table) => {
  const id = await askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 10 })
  const approve = () => app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, rahim)
  await run(`alter table ${table} add constraint never check (false) not valid`)
  const before = await fingerprint(app.db)
  const replies = await Promise.all(Array.from({ length: 30 }, approve))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 500))
  expect(changedTables(before, await fingerprint(app.db))).toEqual([])
  await run(`alter table ${table} drop constraint never`)
  expect((await approve()).status).toBe(200)
  const rows = await app.db.selectFrom('audit').select('id').where('subject_id', '=', id).execute()
  expect(rows).toHaveLength(1)
})

test('a connection ended under a decision: 503, and the same key does it once', async () => {
  const owner = { userId: app.world.users.shila }
  const id = await askForWalletAdd(app.db, { ...owner, amount: 10 })
  const before = await balanceOf(app.db, owner)
  const approve = () => app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, rahim, 'cut off')
  let reply: ReturnType<typeof approve> | undefined
  await app.db.transaction().execute(async (own) => {
    await query(own, 'select from wallet_adds where id = $1 for update', [id])
    reply = approve()
    await query(app.db, 'select pg_terminate_backend($1)', [await untilWaits(app.db, 'from wallet_adds')])
    const { status, body } = await reply
    expect([status, body.message]).toEqual([503, expect.stringMatching(/^The database connection was lost/)])
  })
  expect(await balanceOf(app.db, owner)).toBe(before)
  expect([(await approve()).status, (await approve()).status]).toEqual([200, 200])
  expect(await balanceOf(app.db, owner)).toBe(before + 10)
})

test('a connection ended in its opening packet: 503, and the same key does it once', async () => {
  const cable = await startProxy(app.databaseUrl)
  const db = openDatabase(openPool(cable.url, 2))
  const server = await startSecondServer({ ...app, runtimeDb: db })
  const requested = { user_id: app.world.users.shila, package_id: app.world.packages.gems100, playerid: 'ended at once' }
  const place = () => request(server.url, store.placeOrder, requested, STORE_KEY, 'ended at once')
  cable.endNext()
  expect((await place()).status).toBe(503)
  expect([(await place()).status, (await place()).status]).toEqual([200, 200])
  expect(await query(app.db, 'select from orders where playerid = $1', ['ended at once'])).toHaveLength(1)
  await server.close()
  await db.destroy()
  cable.remove()
})

test('where the network cut an answer off, no sentence says that nothing was changed', () => {
  const output = (error: Error) => fromDatabase(error)?.message
  expect(output(new Error('Connection terminated unexpectedly'))).toMatch(/^The database connection was lost/)
  expect(output(Object.assign(new Error('read'), { code: 'ECONNRESET' }))).toMatch(/^The database connection was lost/)
  // An end of the session from there may fall between a COMMIT and its answer.
  for (const code of ['57P01', '57P02'])
    expect(output(Object.assign(new Error('ended'), { code }))).toMatch(/^The database connection was lost/)
  const network = (code: string, syscall: string) => output(Object.assign(new Error(syscall), { code, syscall }))
  expect(network('ECONNREFUSED', 'connect')).toMatch(/Nothing was changed/)
  for (const code of ['ENOTFOUND', 'EAI_AGAIN']) expect(network(code, 'getaddrinfo')).toMatch(/Nothing was changed/)
  for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']) {
    expect(network(code, 'connect')).toMatch(/Nothing was changed/)
    expect(network(code, 'read')).toMatch(/^The database connection was lost/)
  }
  expect(output(Object.assign(new Error('read-only transaction'), { code: '25006' }))).toMatch(/Nothing was changed/)
  expect(output(new Error('Connection terminated due to connection timeout'))).toMatch(/Nothing was changed/)
  expect(output(new Error('Client has encountered a connection error and is not queryable'))).toMatch(/Nothing was changed/)
})

test('a lost COMMIT stays doubtful where its key cannot be read either', async () => {
  const gone = openDatabase(openPool('postgres://topdeck@127.0.0.1:1/gone', 1))
  const lost = new Error('Connection terminated unexpectedly')
  const keyed = { actor: 'store', key: 'lost', request_hash: Buffer.alloc(32) }
  await expect(replyOnce(gone, keyed, () => Promise.reject(lost))).rejects.toBe(lost)
  await gone.destroy()
})
