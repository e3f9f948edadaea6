import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { mayConfirm, mustConfirm } from '#contract/effects.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { IMAGES_PATH } from '#contract/uploads.ts'
import { takesKey } from '../../server/platform/http/idempotency.ts'
import { startApp } from '../support/app.ts'
import { everyEndpoint, fieldsOf } from '../support/samples.ts'
import { specifiedCalls as calls, words } from '../support/specified-calls.ts'

/** Section 3, as far as replies carry it. */
const ENTITIES: Record<string, string> = {
  Order: `id playerid ingamepassword name amount accounttype securitycode phone brief_note completed_by created_at status user_id
    Admin.first_name Admin.last_name Product.name Product.image Product.sale_price User.username User.phone User.email`,
  AuthModule: 'id name slug description status auth_url',
  Admin: 'id first_name last_name username gender date_of_birth image email phone',
  Voucher: 'id code status package_id user_id',
  Transaction: `id user_id payment_method.name amount number status Admin.first_name Admin.last_name created_at updated_at`,
  HandOver: 'id amount number status Admin.first_name Admin.last_name created_at updated_at',
  PaymentMethod: 'id name logo logo_full_url info status',
  Notice: 'id image image_full_url link notice title for_home_modal template is_active',
  Banner: 'id note link banner banner_full_url isactive',
  User: `id username account_status is_banned avatar phone email wallet earn_wallet scores provider is_phone_verify created_at
    first_name last_name today_order total_order address city zip_code`,
  TopupProduct: 'id name logo logo_full_url price rules isactivefortopup is_active created_at',
  PhysicalProduct: 'id name image image_full_url sale_price regular_price quantity description is_active created_at',
  TopupPackage: 'id product_id name price bprice serial logo in_stock',
  ProductOrder: 'id status brief_note',
  Recipient: 'username phone is_phone_verify',
  Stats: `totalUser totalWallet todaysTotalWallet todaysOrder todaysCompletedOrder todaysUser todaysCompletedOrderAmount
    todaysCompletedOrderBPrice todaysProfileAmount`,
}

/** Every call beyond the specification, and who may: one that is added, or opened to others, has to be named here. */
const MORE = `
GET  /api/health open
GET  /api/ready open
GET  /api/admin/dashboard-answers signed-in
GET  /api/admin/dashboard-figures signed-in
GET  /api/admin/set-up super
POST /api/admin/logout signed-in
POST /api/admin/login/second-factor open
POST /api/admin/confirm signed-in
POST /api/admin/confirm/options signed-in
GET  /api/admin/security signed-in
POST /api/admin/security/totp/start signed-in
POST /api/admin/security/totp/activate signed-in
POST /api/admin/security/totp/remove signed-in
POST /api/admin/security/passkey/start signed-in
POST /api/admin/security/passkey/add signed-in
POST /api/admin/security/passkey/remove/{id} signed-in
POST /api/admin/security/recovery-codes signed-in
POST /api/admin/security/session/end/{id} signed-in
POST /api/admin/security/sessions/end-others signed-in
POST /api/admin/admin/reset-second-factor/{id} super
POST /api/admin/change-email signed-in
GET  /api/admin/pending-work signed-in
POST /api/admin/profile/transactions/cancel/{id} signed-in
GET  /api/admin/profile/transactions/timeline/{id} signed-in
GET  /api/admin/profile/statement signed-in
GET  /api/admin/profile/shift signed-in
POST /api/admin/profile/shift/export signed-in
GET  /api/admin/events signed-in
GET  /api/admin/landing signed-in
POST /api/admin/saved-views/delete/{id} signed-in
GET  /api/admin/lookup/admins signed-in
GET  /api/admin/lookup/topup-products signed-in
GET  /api/admin/lookup/topup-packages signed-in
GET  /api/admin/lookup/payment-methods signed-in
POST /api/admin/admin/role/{id} super
POST /api/admin/admin/update/{id} super
POST /api/admin/admin/reset-password/{id} super
POST /api/admin/order/correct/{id} super
POST /api/admin/order/refund/{id} super
POST /api/admin/transaction/correct/{id} super
POST /api/admin/admin-transaction/record super
GET  /api/admin/statement/store super
GET  /api/admin/reconcile super
POST /api/admin/reconcile/check super
GET  /api/admin/status super
GET  /api/admin/settings super
GET  /api/admin/settings/time-zones super
POST /api/admin/settings/update super
GET  /api/admin/audit super
GET  /api/admin/audit/check super
GET  /api/admin/audit/state super
GET  /api/admin/payment-phone super
POST /api/admin/payment-phone/create super
POST /api/admin/payment-phone/revoke/{id} super
GET  /api/admin/payment-rule super
POST /api/admin/payment-rule/update/{id} super
GET  /api/admin/payment/day wallet_adds_view
POST /api/admin/payment/statement wallet_adds_approve
POST /api/admin/payment/statement/compare wallet_adds_view
GET  /api/admin/staff-notice super
POST /api/admin/staff-notice/channel super
POST /api/admin/staff-notice/create super
POST /api/admin/staff-notice/delete/{id} super
POST /api/admin/staff-notice/test/{id} super
POST /api/admin/staff-notice/update/{id} super
GET  /api/admin/store-key super
POST /api/admin/store-key/create super
POST /api/admin/store-key/revoke/{id} super
GET  /api/admin/webhooks super
POST /api/admin/webhooks/retry/{id} super
POST /api/admin/webhooks/retry-all super
POST /api/admin/webhooks/test super
POST /api/admin/sms-gateway/test super

GET  /api/admin/top-customers orders_view
GET  /api/admin/order/counts orders_view
GET  /api/admin/order/admin-counts orders_view
GET  /api/admin/order/{id} orders_view
GET  /api/admin/order/details/{id} orders_view
GET  /api/admin/saved-views orders_view
POST /api/admin/saved-views/create orders_view
POST /api/admin/order/take-next orders_work
POST /api/admin/order/claim/{id} orders_work
POST /api/admin/order/renew-claims orders_work
POST /api/admin/order/reveal/{id} orders_work
POST /api/admin/order/internal-note/{id} orders_work
POST /api/admin/user/note/{id} users_edit
POST /api/admin/order/bulk orders_work
POST /api/admin/order/player-id/{id} orders_player_id
GET  /api/admin/order/matching orders_work
POST /api/admin/orders/export orders_export
GET  /api/admin/physical-products-order/counts product_orders_view
GET  /api/admin/physical-products-order/{id} product_orders_view
POST /api/admin/physical-products-order/export product_orders_export
GET  /api/admin/physical-products-order/timeline/{id} product_orders_view
GET  /api/admin/transaction/pending wallet_adds_view
GET  /api/admin/payment wallet_adds_view
GET  /api/admin/payment/{id} wallet_adds_view
POST /api/admin/payment/read wallet_adds_view
POST /api/admin/payment/paste wallet_adds_approve
POST /api/admin/payment/match/{id} wallet_adds_approve
GET  /api/admin/transaction/timeline/{id} wallet_adds_view
POST /api/admin/transaction/approve-many wallet_adds_approve
POST /api/admin/transaction/credit-paid/{id} wallet_adds_approve
POST /api/admin/transaction/export wallet_adds_export
GET  /api/admin/withdraw-earn-wallet/pending withdrawals_view
GET  /api/admin/withdraw-earn-wallet/{id} withdrawals_view
GET  /api/admin/withdraw-earn-wallet/timeline/{id} withdrawals_view
POST /api/admin/withdraw-earn-wallet/update-full-row/{id} withdrawals_edit
POST /api/admin/withdraw-earn-wallet/cancel-all withdrawals_cancel_all
POST /api/admin/withdraw-earn-wallet/export withdrawals_export
GET  /api/admin/admin-transaction/timeline/{id} hand_overs_view
POST /api/admin/admin-transaction/update-full-row/{id} hand_overs_approve
POST /api/admin/admin-transaction/export hand_overs_export
GET  /api/admin/user/drawer/{id} users_view
POST /api/admin/users/export users_export
GET  /api/admin/user/timeline/{id} users_view
GET  /api/admin/sms-campaigns campaigns_send
POST /api/admin/sms-campaigns/numbers campaigns_send
GET  /api/admin/sms-campaigns/{id} campaigns_send
GET  /api/admin/sms-campaigns/{id}/numbers campaigns_send
POST /api/admin/sms-campaigns/stop/{id} campaigns_send
POST /api/admin/sms-campaigns/mark-sent/{id} campaigns_send
POST /api/admin/sms-campaigns/send-again/{id} campaigns_send
GET  /api/admin/statement/user/{id} statements_view
GET  /api/admin/statement/admin/{id} statements_view
POST /api/admin/statement/user/{id}/export statements_export
POST /api/admin/statement/admin/{id}/export statements_export
GET  /api/admin/shift shift_view
POST /api/admin/shift/export shift_view
GET  /api/admin/topup-product/movements/{id} topup_products
GET  /api/admin/topup-package/dollar-preview rates
GET  /api/admin/topup-package/summaries topup_packages
GET  /api/admin/topup-package/dollar-history rates
POST /api/admin/topup-package/revert-dollar rates
POST /api/admin/topup-package/stop-vouchers/{id} topup_packages
GET  /api/admin/unipins/counts vouchers_view
POST /api/admin/unipins/export vouchers_export
GET  /api/admin/unipin/life/{id} vouchers_view
POST /api/admin/unipin/reveal/{id} vouchers_reveal
GET  /api/admin/unipins/bin vouchers_delete
POST /api/admin/unipin/set-back/{id} super
POST /api/admin/unipins/import vouchers_add
POST /api/admin/unipins/import/preview vouchers_add
GET  /api/admin/unipins/batches vouchers_add
POST /api/admin/unipins/batch/report/{id} vouchers_add
POST /api/admin/unipin/restore/{id} vouchers_delete
GET  /api/admin/physical-product/movements/{id} physical_products

POST /api/store/payments phone
POST /api/store/users store
GET  /api/store/users/{id} store
POST /api/store/sign-in store
POST /api/store/users/{id}/password store
GET  /api/store/catalog store
POST /api/store/wallet-adds store
GET  /api/store/wallet-adds/{id} store
POST /api/store/earnings store
POST /api/store/withdrawals store
GET  /api/store/withdrawals/{id} store
POST /api/store/orders store
GET  /api/store/orders/{id} store
POST /api/store/product-orders store
GET  /api/store/product-orders/{id} store
GET  /api/store/orders store
GET  /api/store/product-orders store
GET  /api/store/wallet-adds store
GET  /api/store/withdrawals store
GET  /api/store/events store`

/** What a change needs beside its call's own module: the further module, and the field that the refusal names. */
const NEEDS = `
POST /api/admin/order/update-order-status/{id} orders_cancel:status
POST /api/admin/order/bulk orders_cancel:status
POST /api/admin/update-physical-order-status/{id} product_orders_cancel:status
POST /api/admin/transaction/credit-paid/{id} wallet_adds_edit:amount
POST /api/admin/transaction/update-full-row/{id} wallet_adds_approve:status wallet_adds_approve:amount
POST /api/admin/withdraw-earn-wallet/update-full-row/{id} withdrawals_approve:status
POST /api/admin/user/update/{id} users_wallet:wallet users_password:password users_ban:is_banned
POST /api/admin/unipin/update/{id} vouchers_reveal:code`

/** Whose task beside a call's own cannot be done without what it reads. */
const ALSO = `
GET /api/admin/topup-package/summaries rates
GET  /api/admin/topup-packages/{productId} rates`

/** All that an admin may do before they have chosen their own password. */
const WITH_ONE_TIME_PASSWORD = `
POST /api/admin/logout
POST /api/admin/change-password
GET  /api/admin/profile`

/** The calls open to an admin who has to add a second factor first. */
const WITH_FACTOR_DUE = `
POST /api/admin/logout
POST /api/admin/change-password
GET  /api/admin/profile
POST /api/admin/confirm
POST /api/admin/confirm/options
GET  /api/admin/security
POST /api/admin/security/totp/start
POST /api/admin/security/totp/activate
POST /api/admin/security/totp/remove
POST /api/admin/security/passkey/start
POST /api/admin/security/passkey/add
POST /api/admin/security/passkey/remove/{id}
POST /api/admin/security/recovery-codes
POST /api/admin/security/session/end/{id}
POST /api/admin/security/sessions/end-others`

/** The calls that always need a recent sign-in, password or second factor; then those that need it for some inputs or rows. */
const CONFIRMED = `
POST /api/admin/admin/role/{id}
POST /api/admin/admin/reset-password/{id}
POST /api/admin/admin/reset-second-factor/{id}
POST /api/admin/change-email
POST /api/admin/auth-modules/active/{id}
POST /api/admin/admin-auth/update
POST /api/admin/topup-package-permission/add-permission
POST /api/admin/security/totp/start
POST /api/admin/security/totp/activate
POST /api/admin/security/totp/remove
POST /api/admin/security/passkey/start
POST /api/admin/security/passkey/add
POST /api/admin/security/passkey/remove/{id}
POST /api/admin/security/recovery-codes
POST /api/admin/create-admin
POST /api/admin/admin/delete/{id}
POST /api/admin/payment-method/create
POST /api/admin/payment-method/update/{id}
POST /api/admin/payment-method/delete/{id}
POST /api/admin/payment-phone/create
POST /api/admin/payment-phone/revoke/{id}
POST /api/admin/payment-rule/update/{id}
POST /api/admin/staff-notice/channel
POST /api/admin/staff-notice/create
POST /api/admin/staff-notice/delete/{id}
POST /api/admin/staff-notice/update/{id}
POST /api/admin/store-key/create
POST /api/admin/store-key/revoke/{id}
POST /api/admin/orders/export
POST /api/admin/users/export
POST /api/admin/physical-products-order/export
POST /api/admin/admin-transaction/export
POST /api/admin/unipins/export
POST /api/admin/transaction/export
POST /api/admin/withdraw-earn-wallet/export`
const SOMETIMES_CONFIRMED = `
POST /api/admin/admin/update/{id}
POST /api/admin/settings/update
POST /api/admin/unipin/reveal/{id}
POST /api/admin/admin-transaction/record`

/** The calls that take an Idempotency-Key: what moves money or decides orders, sends a message, or would make a thing twice. */
const KEYED = `
POST /api/admin/order/update-order-status/{id}
POST /api/admin/order/correct/{id}
POST /api/admin/order/refund/{id}
POST /api/admin/order/take-next
POST /api/admin/order/bulk
POST /api/admin/update-physical-order-status/{id}
POST /api/admin/transaction/update
POST /api/admin/transaction/update-full-row/{id}
POST /api/admin/transaction/cancel-all
POST /api/admin/transaction/approve-many
POST /api/admin/transaction/credit-paid/{id}
POST /api/admin/transaction/correct/{id}
POST /api/admin/withdraw-earn-wallet/update
POST /api/admin/withdraw-earn-wallet/update-full-row/{id}
POST /api/admin/withdraw-earn-wallet/cancel-all
POST /api/admin/admin-transaction/update
POST /api/admin/admin-transaction/update-full-row/{id}
POST /api/admin/admin-transaction/request/transaction
POST /api/admin/admin-transaction/record
POST /api/admin/profile/transactions/cancel/{id}
POST /api/admin/user/update/{id}
POST /api/admin/earn-wallet/update/{id}
POST /api/admin/send-sms
POST /api/admin/sms-campaigns/send-again/{id}
POST /api/admin/create-admin

POST /api/admin/topup-product/create
POST /api/admin/topup-package/add
POST /api/admin/physical-product/create
POST /api/admin/payment-method/create
POST /api/admin/banner/create
POST /api/admin/notice/create

POST /api/store/users
POST /api/store/users/{id}/password
POST /api/store/wallet-adds
POST /api/store/earnings
POST /api/store/withdrawals
POST /api/store/orders
POST /api/store/product-orders`

/** The lines of one of the other tables: a call, and who may or what it needs. */
const linesOf = (table: string) =>
  table.split('\n').flatMap((line) => {
    const [method, path, ...who] = words(line)
    return method && path ? [{ method, path, who }] : []
  })

/** Names of parameters differ: '{adminId}' is ':admin_id'. */
const shapeOf = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}|:\w+/g, '{}')}`
const accessOf = ({ access }: Endpoint) => (access === 'public' ? 'open' : access)
/** The calls of a table, and those of the contract of which it is so. */
const both = (table: string, isSo: (endpoint: Endpoint) => boolean) => ({
  written: linesOf(table)
    .map(({ method, path }) => shapeOf(method, path))
    .sort(),
  found: [...byShape].flatMap(([shape, endpoint]) => (isSo(endpoint) ? [shape] : [])).sort(),
})
const byShape = new Map(everyEndpoint.map(({ endpoint }) => [shapeOf(endpoint.method, `/api${endpoint.path}`), endpoint]))

/** What a schema holds inside: of a list its rows, of what may be null the rest. */
const inside = (schema: z.ZodType | undefined): z.ZodType | undefined => {
  if (schema instanceof z.ZodArray) return inside(schema.element as z.ZodType)
  return schema instanceof z.ZodNullable ? inside(schema.unwrap() as z.ZodType) : schema
}
const at = (schema: z.ZodType | undefined, name: string): z.ZodType | undefined =>
  name === '' ? schema : (inside(schema) as z.ZodObject | undefined)?.shape?.[name]

/** The names that a reply lacks, of those that the table writes: 'transactions=Transaction' is its rows' names. */
const lacking = (output: z.ZodType, answers: string[]): string[] => {
  const paths = answers.flatMap((answer) => {
    const [name = '', entity] = answer.split('=')
    return entity === undefined ? [name] : [name, ...words(ENTITIES[entity]).map((field) => (name ? `${name}.${field}` : field))]
  })
  return paths.filter((path) => path.split('.').reduce<z.ZodType | undefined>(at, output) === undefined)
}

const app = await startApp()
afterAll(() => app.close())

test('every call of the specification is in the contract: access, input, output', () => {
  expect(calls.length).toBe(77)
  for (const { method, path, who, takes, answers } of calls) {
    const call = `${method} ${path}`
    const endpoint = byShape.get(shapeOf(method, path))
    expect([call, endpoint && accessOf(endpoint)]).toEqual([call, who])
    if (!endpoint) continue
    const fields = fieldsOf(endpoint).filter(({ name }) => !endpoint.path.includes(`:${name}`))
    const known = fields.map(({ name }) => name)
    expect([call, takes.filter((name) => !known.includes(name))]).toEqual([call, []])
    const more = fields.filter(({ name, isOptional }) => !isOptional && !takes.includes(name))
    expect([call, 'needs no more than', more]).toEqual([call, 'needs no more than', []])
    const isList = answers[0] === '[]'
    expect([call, endpoint.output instanceof z.ZodArray]).toEqual([call, isList])
    expect([call, lacking(endpoint.output, isList ? [] : answers)]).toEqual([call, []])
  }
  const upload = byShape.get('POST /api/v1/upload/image')?.upload
  expect([upload?.field, IMAGES_PATH]).toEqual(['image', '/images/'])
})

test('calls are open to the admins written here, and there is no other call', () => {
  const written = [...calls.map(({ method, path, who }) => ({ method, path, who: [who] })), ...linesOf(MORE)]
  const found = [...byShape].map(([shape, endpoint]) => `${shape} ${accessOf(endpoint)}`)
  expect(found.sort()).toEqual(written.map(({ method, path, who }) => `${shapeOf(method, path)} ${who}`).sort())
  for (const { name, endpoint } of everyEndpoint)
    expect([name, ['store', 'phone'].includes(endpoint.access)]).toEqual([name, endpoint.path.startsWith('/store/')])
})

test('a change that needs another module’s right is refused with its field', () => {
  const written = linesOf(NEEDS).map(({ method, path, who }) => `${shapeOf(method, path)} ${who.join(' ')}`)
  const found = [...byShape].flatMap(([shape, { needs = [] }]) =>
    needs.length === 0 ? [] : [`${shape} ${needs.map(({ module, field }) => `${module}:${field}`).join(' ')}`],
  )
  expect(found.sort()).toEqual(written.sort())
})

test('who may beside a call’s own module, where, and nowhere else', () => {
  const written = linesOf(ALSO).map(({ method, path, who }) => `${shapeOf(method, path)} ${who.join(' ')}`)
  const found = [...byShape].flatMap(([shape, { alsoFor = [] }]) =>
    alsoFor.length === 0 ? [] : [`${shape} ${alsoFor.join(' ')}`],
  )
  expect(found.sort()).toEqual(written.sort())
})

test('with a one-time password one signs out or chooses another, and nothing else', () => {
  const { written, found } = both(WITH_ONE_TIME_PASSWORD, ({ withOneTimePassword }) => withOneTimePassword === true)
  expect(found).toEqual(written)
})

test('with a second factor due one signs out, sets a password or adds the factor', () => {
  const { written, found } = both(WITH_FACTOR_DUE, ({ withFactorDue }) => withFactorDue === true)
  expect(found).toEqual(written)
})

test('what a stolen session could do the most harm with is confirmed again', () => {
  const always = both(CONFIRMED, mustConfirm)
  expect(always.found).toEqual(always.written)
  const sometimes = both(SOMETIMES_CONFIRMED, (endpoint) => mayConfirm(endpoint) && !mustConfirm(endpoint))
  expect(sometimes.found).toEqual(sometimes.written)
})

test('what must not be done twice takes a key', () => {
  const { written, found } = both(KEYED, takesKey)
  expect(found).toEqual(written)
})

test('every call of the specification is served at its address, to those who may', async () => {
  const nadia = await app.signIn('nadia')
  const ask = async (method: string, path: string, token: string) => {
    const headers = { authorization: token, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) }
    const body = method === 'POST' ? { body: '{}' } : {}
    const reply = await fetch(`${app.url}${path.replace(/\{\w+\}/, '1')}`, { method, headers, ...body })
    return reply.status
  }
  for (const { method, path, who } of calls) {
    const call = `${method} ${path}`
    const [signedOut, asNadia] = [await ask(method, path, ''), await ask(method, path, nadia)]
    expect([call, signedOut]).toEqual([call, who === 'open' ? 422 : 401])
    const isOpenToSignedIn = who === 'open' || who === 'signed-in'
    expect([call, asNadia]).toEqual([call, isOpenToSignedIn ? (method === 'GET' ? 200 : 422) : 403])
  }
})
