import { afterAll, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { security } from '#contract/security.ts'
import { sessions } from '#contract/sessions.ts'
import { vouchers } from '#contract/vouchers.ts'
import { startApp } from '../../../test/support/app.ts'
import { addTotp, codeAt } from '../../../test/support/second-factor.ts'
import { PASSWORD, people, placeOrder } from '../../../test/world.ts'
import { query } from '../db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const place = (ingamepassword: string) =>
  placeOrder(app.db, {
    userId: app.world.users.shila,
    packageId: app.world.packages.seasonPass,
    secrets: { vault: app.vault, accounttype: 'Email', ingamepassword, securitycode: '1' },
  })
const refusal = { status: 409, body: { message: 'This was encrypted with a lost key and can no longer be read' } }

test('a secret moved to another row or column by the database’s owner is not shown', async () => {
  const [theirs, own] = [await place('their password'), await place('an own password')]
  const reveal = (field: 'ingamepassword' | 'securitycode') => app.call(desk.reveal, { id: own, field }, rahim)
  expect((await reveal('ingamepassword')).body.data.secret).toBe('an own password')
  const from = '(select ingamepassword_sealed from orders where id = $2)'
  await query(app.db, `update orders set ingamepassword_sealed = ${from}, securitycode_sealed = ${from} where id = $1`, [
    own,
    theirs,
  ])
  for (const field of ['ingamepassword', 'securitycode'] as const) expect(await reveal(field)).toMatchObject(refusal)
})

test('a code is that of its own voucher alone', async () => {
  const code = 'MOVED-CODE-0001\nMOVED-CODE-0002'
  await app.call(vouchers.add, { code, package_id: app.world.packages.gemsCard }, rahim)
  const [second, first] = (await app.call(vouchers.list, { limit: 2 }, rahim)).body.data.vouchers.map(({ id }) => id)
  const reveal = () => app.call(vouchers.reveal, { id: first ?? 0 }, rahim)
  expect((await reveal()).body.data.code).toBe('MOVED-CODE-0001')
  await query(app.db, 'update vouchers set code_sealed = (select code_sealed from vouchers where id = $2) where id = $1', [
    first,
    second,
  ])
  expect((await reveal()).status).toBe(409)
})

test('an authenticator app of one’s own opens no other account', async () => {
  const { secret } = await addTotp(app, await app.signIn('karim'))
  await addTotp(app, rahim)
  await query(
    app.db,
    'update totp_secrets set secret_sealed = (select secret_sealed from totp_secrets where admin_id = $2) where admin_id = $1',
    [app.world.admins.rahim, app.world.admins.karim],
  )
  const { body } = await app.call(sessions.login, { identity: people.rahim.email, password: PASSWORD })
  const { challenge } = body.data as unknown as { challenge: string }
  const reply = await app.call(security.secondFactor, { challenge, code: codeAt(secret) })
  expect([reply.status, reply.body.code]).toEqual([401, 'factor_code_wrong'])
})
