import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { walletTopups } from '#contract/wallet-topups.ts'
import { changedTables, fingerprint } from '../proofs/fingerprint.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { askForWalletAdd } from '../world.ts'

let app: TestApp
let rahim: string
beforeAll(async () => {
  app = await startApp({ log: () => {} })
  rahim = await app.signIn('rahim')
})
afterAll(() => app.close())

const run = (text: string) => app.db.executeQuery(CompiledQuery.raw(text, []))

// The audit row and the kept reply travel with the COMMIT: what fails there must undo all of it, and leave the connection clean.
test.each(['audit', 'idempotency_keys'])('what cannot be written down in %s did not happen', async (table) => {
  const id = await askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 10 })
  const approve = () => app.call(walletTopups.setStatus, { transaction_id: id, status: 'completed' }, rahim)
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
