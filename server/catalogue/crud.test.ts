import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { banners } from '#contract/banners.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { type Reply, startApp } from '../../test/support/app.ts'
import { changesDuring } from '../../test/support/audit.ts'
import { uploadPicture } from '../../test/support/pictures.ts'
import { fieldsOf, plainValue } from '../../test/support/samples.ts'

type Verb = 'list' | 'show' | 'create' | 'update' | 'remove'
type Resource = Record<Verb, Endpoint>
type Row = Record<string, unknown> & { id: number; version: number }
const VERBS: readonly Verb[] = ['list', 'show', 'create', 'update', 'remove']

/** Whatever has the five verbs is a plain resource: a new one is covered as soon as it is in the contract. */
const resources = Object.entries(api)
  .filter(([, endpoints]) => VERBS.every((verb) => verb in endpoints))
  .map(([name, endpoints]): [string, Resource] => [name, endpoints as unknown as Resource])

const app = await startApp()
const rahim = await app.signIn('rahim')
const picture = await uploadPicture(app.url, rahim)
afterAll(() => app.close())

const WORDS: Record<string, string> = {
  'Banner created successfully': 'Banner',
  'Notice created successfully': 'Notice',
  'Payment method created successfully': 'Payment method',
  'Product created successfully': 'Product',
  'Topup package created successfully': 'Topup package',
}

test('the six plain resources say what the specification says', () => {
  expect(resources.map(([name]) => name).sort()).toEqual(
    ['topupProducts', 'topupPackages', 'physicalProducts', 'paymentMethods', 'banners', 'notices'].sort(),
  )
  for (const [, { create, update, remove }] of resources) {
    const name = WORDS[create.done ?? '']
    expect(name).toBeDefined()
    expect([update.done, remove.done]).toEqual([`${name} updated successfully`, `${name} deleted successfully`])
  }
})

describe.each(resources)('%s', (_name, resource) => {
  const pictureField = Object.keys((resource.show.output as unknown as { shape: object }).shape)
    .find((field) => field.endsWith('_full_url'))
    ?.replace('_full_url', '')
  const call = (verb: Verb, input: object, token = rahim) =>
    app.call(resource[verb], input as Record<string, unknown>, token) as Promise<Reply<Row>>
  const listAll = async (more: object = {}) => {
    const reply = await call('list', { product_id: app.world.products.starfall, ...more })
    return reply.body.data as unknown as { data: Row[]; total: number }
  }

  test('sorts by what its contract names, and by nothing else', async () => {
    const { choices } = fieldsOf(resource.list).find(({ name }) => name === 'sort') ?? { choices: [] }
    expect(choices).toEqual(expect.arrayContaining(['id', 'created_at']))
    // Not in the order in which they come.
    const made = [await makeNth(2), await makeNth(0), await makeNth(1)]
    for (const sort of choices as string[]) {
      const [up, down] = [(await listAll({ sort, order: 'asc' })).data, (await listAll({ sort })).data]
      expect(up.map(({ id }) => id)).toEqual(down.map(({ id }) => id).reverse())
      const stored = up.filter(({ id }) => made.includes(id)).map((row) => row[sort] as string | number)
      expect([sort, new Set(stored).size]).toEqual([sort, 3])
      expect([sort, stored]).toEqual([sort, stored.toSorted((a, b) => (a < b ? -1 : 1))])
    }
    for (const [field, value] of [
      ['sort', 'nonsense'],
      ['order', 'sideways'],
    ] as const) {
      const reply = await call('list', { product_id: app.world.products.starfall, [field]: value })
      expect([reply.status, reply.body.errors?.[0]?.param]).toEqual([422, field])
    }
  })

  /** An acceptable input: flags 1, numbers small, texts plain, the picture uploaded. */
  const acceptable = (verb: 'create' | 'update'): Record<string, unknown> =>
    Object.fromEntries(
      fieldsOf(resource[verb])
        .filter(({ name }) => !['id', 'version', 'recipe'].includes(name) && !name.startsWith('expected_'))
        .map((field) => {
          if (field.name === pictureField) return [field.name, picture]
          if (field.name === 'link') return [field.name, 'https://shop.topdeck.example/offer']
          if (field.name === 'product_id') return [field.name, app.world.products.starfall]
          if (field.name === 'delivery') return [field.name, 'codes']
          return [field.name, plainValue(field)]
        }),
    )

  /** A row whose values come n-th among those of others. */
  const makeNth = async (n: number): Promise<number> => {
    const { id } = (await call('create', acceptable('create'))).body.data
    const nth = fieldsOf(resource.update)
      .filter(
        ({ name, kind }) =>
          name in acceptable('update') && ![pictureField, 'product_id', 'link'].includes(name) && kind !== 'choice',
      )
      .map((field) => [field.name, field.kind === 'number' ? Number(plainValue(field)) + n : `sorted ${n}`])
    const reply = await call('update', { id, ...acceptable('update'), ...Object.fromEntries(nth) })
    expect(reply.status).toBe(200)
    return id
  }

  let row: Row
  beforeEach(async () => {
    row = (await call('create', acceptable('create'))).body.data
  })

  test('create, list, show, update, delete, gone', async () => {
    const before = await listAll()
    const created = await call('create', acceptable('create'))
    expect(created).toMatchObject({ status: 200, body: { message: resource.create.done, data: acceptable('create') } })
    const { id, version } = created.body.data
    expect(created.body.data).toMatchObject({ [`${pictureField}_full_url`]: `${app.url}${picture}` })
    expect(await call('show', { id })).toMatchObject({ status: 200, body: { data: created.body.data } })
    const after = await listAll()
    expect(after.total).toBe(before.total + 1)
    expect(after.data.find((one) => one.id === id)).toEqual((await call('show', { id })).body.data)

    const { [pictureField ?? '']: _, ...withoutPicture } = acceptable('update')
    const updated = await call('update', { id, ...withoutPicture, version, ...changeOf(withoutPicture) })
    expect(updated).toMatchObject({ status: 200, body: { message: resource.update.done } })
    expect(updated.body.data).toMatchObject({ [pictureField ?? '']: picture, ...changeOf(withoutPicture) })
    expect(updated.body.data.version).toBeGreaterThan(version)
    const audited = await app.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(audited).toMatchObject({ action: expect.stringContaining('.update'), subject_id: id })
    expect(audited.facts).toMatchObject({ before: expect.objectContaining(originalOf(withoutPicture)) })

    expect(await call('remove', { id })).toMatchObject({ status: 200, body: { message: resource.remove.done, data: null } })
    for (const verb of ['show', 'update', 'remove'] as const) {
      expect((await call(verb, { ...acceptable('update'), id })).status).toBe(404)
    }
    expect((await listAll()).data.map((one) => one.id)).not.toContain(id)
  })

  test('the log has what was replaced of the fields written here, and nothing derived', async () => {
    const flags = fieldsOf(resource.update).filter(({ choices }) => choices.includes(0) && choices.includes(1))
    const change = {
      ...changeOf(acceptable('update')),
      ...Object.fromEntries(flags.map(({ name }) => [name, 1 - Number(row[name])])),
      [pictureField ?? '']: await uploadPicture(app.url, rahim),
    }
    const [audited] = await changesDuring(app.db, () => call('update', { id: row.id, ...acceptable('update'), ...change }))
    const { before, ...after } = Object(audited?.facts)
    expect(after).toMatchObject(change)
    const replaced = Object.fromEntries(Object.keys(change).map((name) => [name, row[name]]))
    expect(before).toEqual(replaced)
  })

  test('all rows without a limit, one page of them with it', async () => {
    await call('create', acceptable('create'))
    const all = await listAll()
    expect(all.data).toHaveLength(all.total)
    const second = await listAll({ limit: 1, page: 2 })
    expect(second).toEqual({ data: [all.data[1]], total: all.total })
    expect(await listAll({ limit: 1, page: 9_999 })).toEqual({ data: [], total: all.total })
    expect((await call('list', { product_id: 1, limit: 101 })).status).toBe(422)
  })

  test('a change in between is noticed and not overwritten', async () => {
    const { version } = row
    const theirs = await call('update', { id: row.id, ...acceptable('update'), ...changeOf(acceptable('update')), version })
    const mine = await call('update', { id: row.id, ...acceptable('update'), version })
    expect(mine).toMatchObject({ status: 409, body: { success: false, data: theirs.body.data } })
    expect(mine.body.message).toMatch(/^This has changed/)
    expect((await call('show', { id: row.id })).body.data).toEqual(theirs.body.data)
    // Without a version the call stays as the specification has it.
    expect((await call('update', { id: row.id, ...acceptable('update') })).status).toBe(200)
  })

  test('of ten editors who save the same version at once, one does', async () => {
    const version = row.version
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        call('update', { id: row.id, ...acceptable('update'), ...changeOf(acceptable('update'), `Editor ${at}`), version }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    const winner = replies.find(({ status }) => status === 200)
    expect((await call('show', { id: row.id })).body.data).toEqual(winner?.body.data)
  })

  test('what is missing or never uploaded is refused at its field', async () => {
    const required = fieldsOf(resource.create).filter((field) => !field.isOptional)
    expect(required.length).toBeGreaterThan(1)
    for (const { name } of required) {
      const { [name]: _, ...rest } = acceptable('create')
      const { status, body } = await call('create', rest)
      expect(status).toBe(422)
      expect(body.errors?.map(({ param }) => param)).toEqual([name])
    }
    for (const verb of ['create', 'update'] as const) {
      const stranger = { ...acceptable(verb), id: row.id, [pictureField ?? '']: `/images/${'0'.repeat(32)}.webp` }
      expect(await call(verb, stranger)).toMatchObject({
        status: 422,
        body: { errors: [{ code: 'image_not_uploaded', msg: 'Upload the image first', param: pictureField }] },
      })
    }
    expect((await call('show', { id: row.id })).body.data).toEqual(row)
  })
})

test('a banner that has a link keeps one; one that has none needs none', async () => {
  const banner = { note: 'Eid offer', banner: picture, link: 'https://shop.topdeck.example/eid' }
  const { id } = (await app.call(banners.create, banner, rahim)).body.data
  const refused = await app.call(banners.update, { id, note: 'Eid offer', link: '' }, rahim)
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [{ code: 'link_required', msg: 'Link is required', param: 'link' }],
  ])
  expect((await app.call(banners.show, { id }, rahim)).body.data).toMatchObject(banner)
  const plain = (await app.call(banners.create, { ...banner, link: '' }, rahim)).body.data
  const saved = await app.call(banners.update, { id: plain.id, note: 'Puja offer', link: '' }, rahim)
  expect([saved.status, saved.body.data]).toMatchObject([200, { note: 'Puja offer', link: '' }])
})

const NAMES = ['name', 'note', 'notice']
/** The naming text of a resource, changed. */
const changeOf = (input: Record<string, unknown>, to = 'Changed') =>
  Object.fromEntries(NAMES.filter((name) => name in input).map((name) => [name, to]))
const originalOf = (input: Record<string, unknown>) =>
  Object.fromEntries(NAMES.filter((name) => name in input).map((name) => [name, input[name]]))
