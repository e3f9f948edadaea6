import { afterAll, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { startApp } from '../../../test/support/app.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

let nth = 0
const create = (names: Partial<Record<'first_name' | 'last_name' | 'username', string>>) => {
  const password = 'five green umbrellas'
  nth++
  const own = { first_name: `Ju${'aeiou'[nth % 5]}`, last_name: 'Das', username: `jui_${'abcdefghijk'[nth % 11]}x`, ...names }
  return app.call(admins.create, { ...own, email: `jui${nth}@shop.example`, password, confirm_password: password }, rahim)
}

test.each([
  ['rаhim', 'name_of_two_scripts', 'Cyrillic а in Latin'],
  ['kаrіm', 'name_of_two_scripts', 'Cyrillic а and і'],
  ['rahimα', 'name_of_two_scripts', 'Greek'],
  ['rahimৎ', 'name_of_two_scripts', 'Bangla'],
  ['rahim\u3164', 'not_one_line', 'Hangul filler'],
  ['rahim\u115f', 'not_one_line', 'choseong filler'],
  ['rahim\ufe0f', 'not_one_line', 'variation selector'],
  ['ra\u034fhim', 'not_one_line', 'grapheme joiner'],
  ['rahim\u2800', 'not_one_line', 'blank Braille'],
  ['rahi\u200dm', 'not_one_line', 'joiner'],
])('the username %j is refused as %s (%s)', async (username, code) => {
  const { status, body } = await create({ username })
  expect([status, body.errors?.[0]]).toMatchObject([422, { code, param: 'username' }])
})

test.each(['rahirn', 'ｒahim', 'raһim', 'ʀahim', 'nadıa', 'naḋia', 'kariṃ', 'karⅰm'])('the username %j', async (username) => {
  const { status, body } = await create({ username })
  const isOther = ['ʀahim', 'naḋia', 'kariṃ'].includes(username)
  if (isOther) return expect(status).toBe(200)
  expect([status, body.errors?.[0]?.param, body.errors?.[0]?.code]).toEqual(
    username === 'raһim' ? [422, 'username', 'name_of_two_scripts'] : [409, 'username', 'admin_looks_alike'],
  )
})

test('a full name that looks like another’s is refused; the same name is no disguise', async () => {
  const { data } = (await create({ first_name: 'Alim', last_name: 'Kazi', username: 'alim' })).body
  for (const first_name of ['Alirn', 'AIim', 'A1im']) {
    const created = await create({ first_name, last_name: 'Kazi' })
    expect([created.status, created.body.errors?.[0]]).toMatchObject([
      409,
      { code: 'admin_looks_alike', params: { name: 'Alim Kazi' } },
    ])
    const edited = await app.call(admins.edit, { id: app.world.admins.karim, first_name, last_name: 'Kazi' }, rahim)
    expect([edited.status, edited.body.errors?.[0]?.code]).toEqual([409, 'admin_looks_alike'])
  }
  const cyrillic = await app.call(admins.edit, { id: data.id, first_name: 'Аlim' }, rahim)
  expect([cyrillic.status, cyrillic.body.errors]).toMatchObject([422, [{ code: 'name_of_two_scripts', param: 'first_name' }]])
  expect((await create({ first_name: 'Alim', last_name: 'Kazi' })).status).toBe(200)
  expect((await app.call(admins.edit, { id: data.id, first_name: 'Alim', phone: '01711000009' }, rahim)).status).toBe(200)
})

test.each(['রহিম', 'مینا', '李娜', 'Иван', 'Renée'])('%j is a name of one script', async (first_name) => {
  expect((await create({ first_name })).status).toBe(200)
})

test('of eight who are created at once under names that look alike there is one', async () => {
  const names = ['solim', 'so1im', 'soIim', 's0lim', 'sol1m', 'so|im', 'soliṁ', 'solirn']
  const replies = await Promise.all(names.map((username) => create({ username })))
  const taken = replies.filter(({ status }) => status === 200).map(({ body }) => body.data.username)
  expect(taken.filter((name) => name !== 'soliṁ' && name !== 'sol1m')).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 409).length).toBe(8 - taken.length)
})
