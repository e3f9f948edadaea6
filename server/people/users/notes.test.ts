import { afterAll, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { users } from '#contract/users.ts'
import { startApp } from '../../../test/support/app.ts'
import { grant } from '../../../test/support/books.ts'
import { placeOrder } from '../../../test/world.ts'

const app = await startApp()
await grant(app.db, app.world.admins.karim, ['users_view', 'users_edit'])
await grant(app.db, app.world.admins.nadia, ['users_view'])
const [rahim, karim, nadia] = [await app.signIn('rahim'), await app.signIn('karim'), await app.signIn('nadia')]
afterAll(() => app.close())

const { shila: id, tanvir } = app.world.users
const write = (more: object, token = rahim) => app.call(users.writeNote, { id, note: '', tags: [], ...more }, token)
const read = async () => {
  const { note, user } = (await app.call(users.drawer, { id }, rahim)).body.data
  return { note, tags: user.tags }
}
const idsOf = async (query: object) => (await app.call(users.list, query, rahim)).body.data.data.map((row) => row.id)

test('a note and tags are trimmed, each tag once, and shown beside orders', async () => {
  const order = await placeOrder(app.db, { userId: id, packageId: app.world.packages.gems100 })
  const { status, body } = await write({ note: ' Pays on Fridays ', tags: [' VIP ', 'vip', 'Late payer, রিসেলার', ''] }, karim)
  expect([status, body.message]).toEqual([200, 'User updated successfully'])
  const kept = { note: 'Pays on Fridays', tags: ['VIP', 'Late payer', 'রিসেলার'] }
  expect(await read()).toEqual(kept)
  expect((await app.call(desk.details, { id: order }, rahim)).body.data.customer).toMatchObject(kept)
})

test('a change in between is noticed, in the note and in the tags', async () => {
  await write({ note: 'First', tags: ['a'] })
  const seen = { expected_note: 'First', expected_tags: ['a'] }
  expect((await write({ note: 'Second', tags: ['a', 'b'], ...seen }, karim)).status).toBe(200)
  const late = await write({ note: 'Third', ...seen })
  expect([late.status, late.body.data]).toEqual([409, { note: 'Second', tags: ['a', 'b'] }])
  expect((await write({ expected_note: 'Second', expected_tags: ['b', 'a'] })).status).toBe(409)
  expect(await read()).toEqual({ note: 'Second', tags: ['a', 'b'] })
})

test('of two admins who save at once, one is refused', async () => {
  const { note, tags } = await read()
  const both = ['One', 'Other'].map((text) => write({ note: text, expected_note: note, expected_tags: tags }))
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409])
})

test('bad input names the field, and only users_edit may write', async () => {
  const paramsOf = async (more: object) => {
    const { status, body } = await write(more)
    return [status, body.errors?.map(({ code, param }) => `${code} ${param}`)]
  }
  expect(await paramsOf({ note: 'x'.repeat(2_001) })).toEqual([422, ['characters_at_most note']])
  expect(await paramsOf({ tags: ['x'.repeat(31)] })).toEqual([422, ['characters_at_most tags.0']])
  expect(await paramsOf({ tags: Array.from({ length: 11 }, (_, at) => `t${at}`) })).toEqual([422, ['at_most tags']])
  expect(await paramsOf({ tags: 'vip' })).toEqual([422, ['must_be_text tags']])
  expect(await paramsOf({ expected_tags: 'vip' })).toEqual([422, ['must_be_text expected_tags']])
  expect(await paramsOf({ tags: [7] })).toEqual([422, ['must_be_text tags.0']])
  expect((await write({}, nadia)).status).toBe(403)
  expect((await app.call(users.writeNote, { id: 999_999, note: '', tags: [] }, rahim)).status).toBe(404)
})

test('the search finds a tag and a part of it, the filter the whole tag in any case', async () => {
  await write({ tags: ['Reseller', 'Dhaka'] })
  await app.call(users.writeNote, { id: tanvir, note: 'Reseller', tags: ['reseller-gold'] }, rahim)
  expect(await idsOf({ q: 'RESEL' })).toEqual([id, tanvir].sort((one, other) => other - one))
  expect(await idsOf({ tag: 'reseller' })).toEqual([id])
  expect(await idsOf({ tag: 'resell' })).toEqual([])
  expect(await idsOf({ tag: 'dhaka', q: 'nobody' })).toEqual([])
})

test('the audit log and the timeline say what changed', async () => {
  await write({ note: 'Before', tags: ['x'] })
  await write({ note: 'After', tags: ['x'] })
  const { entries } = (await app.call(users.timeline, { id }, rahim)).body.data
  expect(entries[0]).toMatchObject({ action: 'users.writeNote', facts: { note: 'After', before: { note: 'Before' } } })
  expect(entries[0]?.facts.before).not.toHaveProperty('tags')
})
