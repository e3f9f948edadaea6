import { afterAll, expect, test } from 'vitest'
import type { MoneyFlag } from '#contract/money-rows.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { startApp } from '../../../test/support/app.ts'
import { askForWalletAdd } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const userId = app.world.users.shila
const ask = (trx_id: string) => askForWalletAdd(app.db, { userId, amount: 77, trx_id })
const complete = (transaction_id: number, expected_flags: MoneyFlag[]) =>
  app.call(walletAdds.setStatus, { transaction_id, status: 'completed', expected_flags }, rahim)
const wallet = () => query(app.db, `select balance from accounts where user_id = $1 and kind = 'user_wallet'`, [userId])

test('a flag counts as seen by its kind, its record and whether that is completed', async () => {
  const [first, second] = [await ask('QW8RT5Y2UP'), await ask('QW8RT5Y2UPX')]
  const { flags } = (await app.call(walletAdds.show, { id: second }, rahim)).body.data
  const [amount, trxId] = flags as [MoneyFlag, MoneyFlag]
  const named = { subject: 'wallet_add', id: first, is_completed: false }
  expect(flags).toEqual([
    { kind: 'same_number_and_amount', ...named },
    { kind: 'similar_trx_id', ...named },
  ])
  const before = await wallet()
  const lacking: MoneyFlag[][] = [
    [],
    [amount],
    [trxId],
    [amount, { ...trxId, id: first + 1 }],
    [amount, { ...trxId, is_completed: true }],
  ]
  for (const seen of lacking) {
    const reply = await complete(second, seen)
    expect([reply.status, reply.body.code, reply.body.data]).toMatchObject([409, 'new_warnings', { transaction: { flags } }])
  }
  expect(await wallet()).toEqual(before)
  expect((await complete(second, flags)).status).toBe(200)
})
