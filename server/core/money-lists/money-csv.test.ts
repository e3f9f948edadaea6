import { afterAll, expect, test } from 'vitest'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { startApp } from '../../../test/support/app.ts'
import { changesDuring } from '../../../test/support/audit.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

test.each([
  ['wallet adds', walletAdds.exportRows],
  ['withdrawals', withdrawals.exportRows],
])('an export of %s is recorded with its filters; reversed days are refused before', async (_, call) => {
  const exportBy = (input: object) =>
    fetch(`${app.url}/api${call.path}`, {
      method: 'POST',
      headers: { authorization: rahim, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
  const filters = { q: '017', status: 'pending', user_id: app.world.users.shila, from: '2026-01-01', to: '2026-01-31' }
  const recorded = await changesDuring(app.db, async () => {
    const reply = await exportBy(filters)
    expect([reply.status, (await reply.text()).split(',')[0]]).toEqual([200, 'Transaction ID'])
  })
  expect(recorded.map(({ facts }) => facts)).toEqual([filters])
  const refused = await changesDuring(app.db, async () => {
    const reply = await exportBy({ from: '2026-01-31', to: '2026-01-01' })
    expect([reply.status, (await reply.json()).errors[0].param]).toEqual([422, 'from'])
  })
  expect(refused).toEqual([])
})
