import { globSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { AUDIT_SUBJECTS, OWNER_ACTS } from '#contract/audit.ts'
import { api } from '#contract/index.ts'
import { bangla as catalogue } from '../app/bangla.ts'
import { startLanguage } from '../ui/text/i18n.ts'
import { fieldName, plainFacts, REPEATS } from './fields.ts'

const bangla = catalogue.texts
const features = Object.values(api).map((feature) => Object.values(feature))
const allowed = features.flat().flatMap(({ audit }) => (audit && audit !== 'none' ? audit.fields : []))
const owned = Object.values(OWNER_ACTS).flatMap(({ fields }) => [...fields])

/** What a handler notes beside the input: `ctx.note({ subjectId: id, before: { email }, to })` notes `before`, `email` and `to`. */
const NOTED = /\bnote\(\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}\)/g
const NAME = /(?:^\s*|[{,(]\s*)(?!\.)([a-z]\w*)\s*(?=[:,}]|$)/g
const noted = globSync('server/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(NOTED)])
  .flatMap(([, body = '']) => [...body.matchAll(NAME)].map(([, name = '']) => name))
  .filter(
    (name) =>
      /^[a-z_]+$/.test(name) && !['before', 'after', 'each', 'unchanged', 'facts', 'ids', 'present', 'holder_id'].includes(name),
  )

/** The columns of a plain resource stand in the log when it is deleted. */
const columns = features.flatMap((feature) => {
  const show = Object.values(feature).find(({ path }) =>
    /^\/admin\/(banner|notice|payment-method|physical-product)\/:id$/.test(path),
  )
  return show ? Object.keys((show.output as z.ZodObject).shape) : []
})
const settings = Object.keys((api.settings.update.input as unknown as z.ZodObject).shape).filter(
  (name) => !/^(sms_key|webhook_secret)$/.test(name),
)

const fields = [...new Set([...allowed, ...owned, ...noted, ...columns, ...settings])]
  .filter((field) => !REPEATS.test(field))
  .sort()

test('the fields of the log are found in the contract and in the handlers', () => {
  expect(fields).toEqual(expect.arrayContaining(['auth_ids', 'duplicates', 'isactive', 'wallet_changes_per_day']))
})

test.each(fields)('%s has a name, in Bangla too', (field) => {
  expect(fieldName(field)).toMatch(/^[A-Z]/)
  expect(bangla[fieldName(field)]).toMatch(field === 'trx_id' ? /^TrxID$/ : /[\u0980-\u09ff]/)
})

test('every subject is called by a word in Bangla', () => {
  expect(AUDIT_SUBJECTS.filter((subject) => !(subject.replaceAll('_', ' ') in bangla))).toEqual([])
})

test('values stand as the screens show them', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  await startLanguage({ bn: () => Promise.resolve(catalogue) })
  const facts = {
    amount: 146600,
    is_banned: 1,
    role: 'super',
    date_of_birth: '2001-02-03',
    closed_at: '2026-02-01T08:05:00.000Z',
    user_id: 7,
    status: 'pending',
    expected_amount: 5,
    packages: [{ id: 3, price: 98 }],
    before: { amount: 100, is_banned: 0, playerid: null },
  }
  expect(plainFacts({ action: '', subject: 'wallet_add', facts })).toEqual({
    Amount: '1,46,600 tk',
    Banned: 'Yes',
    Role: 'Super admin',
    'Date of birth': '3 Feb 2001',
    Closed: '1 Feb 2026 14:05',
    User: '#7',
    Status: 'pending',
    Packages: ['ID 3 · Price 98 tk'],
    before: { Amount: '100 tk', Banned: 'No', 'Player ID': null },
  })
  expect(plainFacts({ action: '', subject: 'voucher', facts: { status: 2 } })).toEqual({ Status: 'Used' })
  expect(plainFacts({ action: '', subject: 'topup_product', facts: { price: 5000 } })).toEqual({ 'Price/Stock': '5000' })
})

test('what is as usual, or in the sentence, is not repeated', () => {
  const factsOf = (action: string, facts: object) => plainFacts({ action, subject: 'order', facts: facts as never })
  const completed = { before: { status: 'pending' }, status: 'completed', take_over: 0, order_note: '', deliver_voucher: 1 }
  expect(factsOf('orders.setStatus', completed)).toEqual({ before: {}, Status: undefined })
  expect(factsOf('orders.setStatus', { ...completed, take_over: 1, deliver_voucher: 0 })).toMatchObject({
    'Taken over': 'Yes',
    'Deliver a code': 'No',
  })
  const reopened = { before: { status: 'cancel' }, status: 'completed' }
  expect(factsOf('orders.setStatus', reopened)).toEqual({ before: { Status: 'cancel' }, Status: 'completed' })
  expect(factsOf('walletAdds.editRow', { before: { status: 'pending' }, status: 'cancel' })).toMatchObject({ Status: 'cancel' })
  expect(factsOf('sessions.login', { remember: 1 })).toEqual({})
  const form = { city: 'Sylhet', phone: '01779788428', wallet: 217, reason: 'Paid', difference: 100, before: { wallet: 117 } }
  expect(factsOf('users.update', form)).toEqual({
    Wallet: '217 tk',
    Reason: 'Paid',
    Difference: '100 tk',
    before: { Wallet: '117 tk' },
  })
  expect(factsOf('rates.update', { before: { packages: [] }, dollar_rate: 1.3 })).toMatchObject({ Rate: '1.3' })
  // A change is told, whatever it became.
  expect(factsOf('notices.update', { before: { for_home_modal: 0 }, for_home_modal: 1 })).toEqual({
    before: { 'Home notice': 'No' },
    'Home notice': 'Yes',
  })
})
