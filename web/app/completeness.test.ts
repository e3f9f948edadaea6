import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ModuleKey, modules } from '#contract/access.ts'
import { api } from '#contract/index.ts'
import { moneyFlow } from '#contract/money-rows.ts'
import { orderFlow } from '#contract/orders.ts'
import { WALLETS } from '#contract/payment-rows.ts'
import { productOrderFlow } from '#contract/product-orders.ts'
import { SMS_GATEWAYS, settings } from '#contract/settings.ts'
import { TEST_EVENT, WEBHOOK_EVENTS, WebhookMessage } from '#contract/webhooks.ts'
import { entriesFor } from './sidebar.ts'

const root = new URL('../../', import.meta.url).pathname
const read = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !/\.test\.ts$|\/bn\.ts$/.test(file))
    .map((file) => readFileSync(root + file, 'utf8'))
    .join('\n')

const handlers = read('server/**/*.ts')
const endpoints = Object.values(api).flatMap((feature) => Object.values(feature))
const opened = new Set<string>(
  endpoints.flatMap(({ access, alsoFor = [], needs = [] }) => [
    access,
    ...alsoFor,
    ...needs.map((need: { module: ModuleKey }) => need.module),
  ]),
)

test.each(Object.keys(modules) as ModuleKey[])('the permission %s opens an endpoint or is asked for by one', (module) => {
  expect(opened.has(module) || handlers.includes(`'${module}'`), `no endpoint of the contract asks for ${module}`).toBe(true)
  const screens = ['/shift', ...entriesFor('super', () => true).map(({ path }) => path)]
  expect(screens, `${module} names a screen that the dashboard does not have`).toContain(modules[module].screen)
})

/** Where the forms of a plain resource are, by its name in the contract. */
const FORMS = {
  banners: 'banners',
  notices: 'notices',
  paymentMethods: 'payment-methods',
  physicalProducts: 'physical-products',
  topupProducts: 'topup-products',
  topupPackages: 'topup-packages',
} as const
/** The specification's notice has a title and a template that are sent empty, and for_home_modal that is always 1. */
const WITHOUT_INPUT = ['for_home_modal', 'title', 'template']

test.each(Object.entries(FORMS))('each field of %s starts empty in its form, and has an input there', (name, folder) => {
  const fields = Object.keys(api[name as keyof typeof FORMS].create.input.shape).filter((field) => !WITHOUT_INPUT.includes(field))
  const source = read(`web/${folder}/*.tsx`)
  const empty = /\bempty: \{([^}]*)\}/.exec(read(`web/${folder}/${folder}.{ts,tsx}`))?.[1] ?? ''
  const screens = source.replace(empty, '')
  expect(
    fields.filter((field) => !new RegExp(`\\b${field}:`).test(empty)),
    'not in `empty`',
  ).toEqual([])
  expect(
    fields.filter((field) => !new RegExp(`["']${field}["']`).test(screens)),
    'without an input',
  ).toEqual([])
})

test('the database keeps the gateways of the contract, and no others', () => {
  const checks = [...read('db/schema/*.sql').matchAll(/check \(\w+ in \(([^)]*'outbox'[^)]*)\)\)/g)]
  expect(checks.length).toBeGreaterThan(2)
  for (const [, list = ''] of checks) expect(list.match(/\w+/g)?.sort()).toEqual([...SMS_GATEWAYS].sort())
})

test('the database keeps the wallets of the contract, and no others', () => {
  const checks = [...read('db/schema/*.sql').matchAll(/check \(wallet in \(([^)]*'bkash'[^)]*)\)\)/g)]
  expect(checks.map(([, list = '']) => list.match(/\w+/g))).toEqual([[...WALLETS]])
})

test('each setting of the shop has an input', () => {
  const screens = read('web/settings/*.tsx')
  const fields = Object.keys(settings.update.input.shape).filter((field) => field !== 'version')
  expect(fields.filter((field) => !new RegExp(`["']${field}["']`).test(screens))).toEqual([])
})

test('the database takes the same figures for the shop as the contract', () => {
  const checks = [...read('db/schema/*-settings.sql').matchAll(/check \((\w+) between (\d+) and (\d+)\)/g)]
  expect(checks.length).toBeGreaterThan(4)
  for (const [, name, least, most] of checks) {
    const field = settings.update.input.shape[name as 'claim_minutes']
    const tried = [Number(least) - 1, Number(least), Number(most), Number(most) + 1]
    expect(
      tried.map((figure) => field.safeParse(figure).success),
      name,
    ).toEqual([false, true, true, false])
  }
})

/** What the database sends: the statuses that a trigger of `tell_store` names, or all of its table's; edits, and the names written out. */
const eventsSent = () => {
  const statuses = { order: orderFlow.statuses, product_order: productOrderFlow.statuses, transaction: moneyFlow.statuses }
  const triggers = read('db/schema/*-outbox.functions.sql').matchAll(
    /for each row(?: when \(new\.status in \(([^)]*)\)\))?\s+execute function tell_store\('(\w+)'/g,
  )
  const functions = read('db/schema/*-outbox.functions.sql')
  const decided = [...triggers].flatMap(([, named, event = '']) =>
    (named?.match(/\w+/g) ?? { ...statuses, withdrawal: moneyFlow.statuses }[event] ?? []).map((status) => `${event}.${status}`),
  )
  const edited = [...functions.matchAll(/execute function tell_(?:order_)?edit\('(\w+)'/g)].map(([, event]) => `${event}.edited`)
  const adjusted = [...functions.matchAll(/'(\w+\.adjusted)'/g)].map(([, event]) => event)
  const kinds = /kind in \(('product'[^)]*)\)/.exec(read('db/schema/*-catalogue.sql'))?.[1]?.match(/\w+/g) ?? []
  return [...decided, ...edited, ...adjusted, ...kinds.flatMap((kind) => [`${kind}.changed`, `${kind}.removed`])]
}

test('the contract’s events are those of the database, and the store’s page has each', () => {
  expect([...eventsSent(), TEST_EVENT].sort()).toEqual([...WEBHOOK_EVENTS].sort())
  const page = readFileSync(`${root}docs/store-api.md`, 'utf8')
  expect(WEBHOOK_EVENTS.filter((event) => !page.includes(`\`${event}\``))).toEqual([])
  const sent = (event: string) => ({
    id: 1,
    event,
    at: '2026-11-01T00:00:00.000Z',
    data: { id: 1, user_id: 1, amount: 5, status: event.split('.')[1]?.replace('adjusted', 'added') ?? 'pending' },
  })
  expect(WEBHOOK_EVENTS.filter((event) => !WebhookMessage.safeParse(sent(event)).success)).toEqual([])
})
