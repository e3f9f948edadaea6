import { afterAll, expect, test } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { startApp } from '../../../test/support/app.ts'
import { startGateway } from '../../../test/support/sms-gateway.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
const gateway = await startGateway()
afterAll(async () => {
  await gateway.close()
  await app.close()
})

const send = (phone = '01711000009', token = rahim) => app.call(campaigns.sendTest, { phone }, token)
const save = (set: object) => app.db.updateTable('settings').set(set).execute()
const { url } = gateway.settings
const saved = { sms_gateway: 'http', sms_url: url, sms_method: 'GET', internal_hosts: '127.0.0.1', shop_name: 'Nilkanto' }
const lastFacts = async () =>
  (await app.db.selectFrom('audit').select(['action', 'facts']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()) as {
    action: string
    facts: object
  }

test('a test message goes through the saved gateway once, and its words come back', async () => {
  expect((await send()).body).toMatchObject({ code: 'no_sms_gateway', message: 'No gateway is set up: messages are only saved' })
  await save({ ...saved, internal_hosts: '' })
  expect((await send()).body.code).toBe('address_internal')
  await save(saved)
  expect((await send('Mina')).body).toMatchObject({ errors: [{ param: 'phone' }], code: 'not_mobile_number' })

  gateway.behave(() => ({ words: 'SMS SUBMITTED: ID - 77' }))
  const sent = { state: 'sent', answer: 'status 200: SMS SUBMITTED: ID - 77' }
  expect((await send('০১৭১১-০০০০০৯')).body.data).toEqual(sent)
  expect(gateway.taken).toEqual([
    { id: expect.stringMatching(/^\d+$/), phone: '8801711000009', message: 'Test message from Nilkanto' },
  ])
  expect(await lastFacts()).toEqual({ action: 'campaigns.sendTest', facts: { phone: '০১৭১১-০০০০০৯', ...sent } })
  expect((await send()).body.data.state).toBe('sent')
  expect(new Set(gateway.taken.map(({ id }) => id)).size).toBe(2)
  expect((await send(undefined, await app.signIn('karim'))).status).toBe(403)
})

test.each([
  [
    { words: '{"response_code":1007}' },
    { sms_accepted_field: 'response_code', sms_accepted: '202' },
    'refused',
    '{"response_code":1007}',
  ],
  [
    { words: '{"response_code":202}' },
    { sms_accepted_field: 'response_code', sms_accepted: '202' },
    'sent',
    '{"response_code":202}',
  ],
  [{ status: 401, words: 'Wrong key s3cret-key' }, { sms_accepted_field: '', sms_accepted: '' }, 'refused', 'Wrong key ...'],
  [{ status: 502, words: 'Bad gateway' }, {}, 'unclear', 'Bad gateway'],
  ['takes it and hangs up', {}, 'unclear', 'no answer'],
  [429, {}, 'waiting', 'status 429'],
] as const)('what it says counts by the saved rule: %j', async (behaviour, rule, state, words) => {
  await save({ ...saved, ...rule })
  gateway.behave(() => behaviour)
  const { body } = await send()
  expect(body.data).toEqual({ state, answer: expect.stringContaining(words) })
  expect(JSON.stringify(body)).not.toContain('s3cret')
})

test('a gateway that is not reached took nothing', async () => {
  await gateway.close()
  expect((await send()).body.data).toEqual({ state: 'waiting', answer: 'no answer' })
})
