import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { banners } from '#contract/banners.ts'
import { dashboard } from '#contract/dashboard.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { LONG_REQUEST_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import { notices } from '#contract/notices.ts'
import { orders, SECRET_MASK } from '#contract/orders.ts'
import { paymentMethods } from '#contract/payment-methods.ts'
import { permissions } from '#contract/permissions.ts'
import { productOrders } from '#contract/product-orders.ts'
import { sessions } from '#contract/sessions.ts'
import { store } from '#contract/store.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { topupProducts } from '#contract/topup-products.ts'
import { users } from '#contract/users.ts'
import { vouchers } from '#contract/vouchers.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY } from '../support/app.ts'
import { hireAdmin } from '../support/hired-admins.ts'
import { uploadPicture } from '../support/pictures.ts'
import { addPhysicalProduct, orderProduct } from '../support/product-orders.ts'
import { addTotp, passConfirmTime } from '../support/second-factor.ts'
import { askForWalletAdd, fundWallet, PASSWORD, people, placeOrder, VOUCHER_CODES } from '../world.ts'
import { hold, loseAnswer, markChanged, toast, untilQuiet } from './browser.ts'
import { stopClock } from './clock.ts'
import { edit, tab } from './order-desk.ts'
import { fillSignIn, grant, openAs, openWithClock, visit } from './people.ts'
import { dialog, heading, pressDigit, sayYes } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually, expectText, rowOf } from './table.ts'
import { cashOf, editStatus } from './wallets.ts'

const { app, browser } = await startShop()
const { admins: staff, packages, products, users: customers } = app.world
let rahim: string
let karim: string
let image: string
beforeAll(async () => {
  rahim = await app.signIn('rahim')
  karim = await app.signIn('karim')
  image = await uploadPicture(app.url, rahim)
})

const open = (address: string, name: 'rahim' | 'karim' | 'nadia' = 'rahim') => openAs(browser, name, address)
/** The status of a call of rahim's, and what it answers. */
const ask = async (endpoint: Endpoint, input: object, token = rahim) => {
  const { status, body } = await app.call(endpoint, input as never, token)
  return [status, body.data as never] as const
}
const statusOf = async (endpoint: Endpoint, input: object, token?: string) => (await ask(endpoint, input, token))[0]
const order = (packageId = packages.gems100) => placeOrder(app.db, { userId: customers.shila, packageId })
const radios = (page: Page) => dialog(page).getByRole('radio')
const valuesOf = (page: Page) => radios(page).evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
const question = (page: Page) => page.getByRole('alertdialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const MISSING = 999_999

type Made = readonly [status: number, made: { readonly id: number }]

const voucherOf = async (code: string): Promise<number> => {
  const [, { vouchers: found }] = (await ask(vouchers.list, { voucher: code })) as unknown as [0, { vouchers: { id: number }[] }]
  return found[0]?.id ?? 0
}
const newVoucher = async (code: string) => {
  await ask(vouchers.add, { code, package_id: packages.gemsCard, status: 1 })
  return voucherOf(code)
}
/** The form of new vouchers, filled in. */
const addVouchers = async (codes: string, arrive = open) => {
  const page = await arrive(`/upin/add?package=${packages.gemsCard}`)
  await page.locator('[name="code"]').fill(codes)
  return page
}
const openOrder = async (id: number) => {
  const page = await open(`/order?order_id=${id}`)
  await edit(page, id).click()
  await radios(page).first().waitFor()
  return page
}
const setNotices = (status: number) => app.db.updateTable('auth_modules').set({ status }).where('key', '=', 'notices').execute()
const requestHandOver = async (page: Page, amount: string) => {
  await page.locator('input[name="amount"]').fill(amount)
  await page.locator('input[name="number"]').fill('01811000001')
  await button(page, 'Edit transaction').click()
  await sayYes(page)
}
/** The time limits that calls of the page are given from now on. */
const recordTimeLimits = async (page: Page) => {
  markChanged(page)
  await page.evaluate(() => {
    const limits: number[] = []
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => {
      limits.push(ms)
      return timeout(ms)
    }
    Object.assign(window, { limits })
  })
  return () => page.evaluate(() => (window as unknown as { limits: number[] }).limits)
}

/** By the first cell of each row of the page: what is so here, tried on the running product. */
type Trials = Readonly<Record<string, () => Promise<void>>>

const CATALOGUE: Trials = {
  'banner edit: link required': async () => {
    const [, plain] = await ask(banners.create, { note: 'Without', banner: image, link: '' })
    const [, linked] = await ask(banners.create, { note: 'With', banner: image, link: 'https://shop.example/' })
    const save = ({ id }: { id: number }) => statusOf(banners.update, { id, note: 'Edited', banner: '', link: '' })
    expect([await save(plain), await save(linked)]).toEqual([200, 422])
  },
  'notice edit: numeric link': async () => {
    const [, { id }] = (await ask(notices.create, { notice: 'Open', image })) as Made
    const save = (link: string) => statusOf(notices.update, { id, notice: 'Open', image: '', link })
    expect([await save('12'), await save(''), await save('https://shop.example/')]).toEqual([422, 200, 200])
  },
  'payment method `info`: number': async () => {
    const [, { id }] = (await ask(paymentMethods.create, { name: 'Zeropay', info: '01711000001', logo: image })) as Made
    expect((await ask(paymentMethods.show, { id }))[1]).toMatchObject({ info: '01711000001' })
  },
  "'Update rate' for each product": async () => {
    await ask(topupProducts.create, { name: 'Empty Isle', price: 0, logo: image })
    const page = await open('/topup-packages')
    const unfold = async (name: string) => {
      const section = page.locator('details').filter({ hasText: name })
      await section.locator('summary').click()
      return section
    }
    await (await unfold('Starfall Arena')).getByRole('region', { name: 'Update rate' }).waitFor()
    const empty = await unfold('Empty Isle')
    await empty.getByText('There is no package under this product.').waitFor()
    expect(await empty.getByRole('region', { name: 'Update rate' }).count()).toBe(0)
  },
  '`topup-package/update`: another product': async () => {
    await grant(app, 'karim', ['topup_packages'])
    const { data: row } = (await app.call(topupPackages.show, { id: packages.seasonPass }, rahim)).body
    const { name, price, bprice, serial } = row
    const move = (token: string, product_id: number) =>
      statusOf(topupPackages.update, { id: row.id, product_id, name, price, bprice, serial }, token)
    expect([await move(karim, products.starfall), await move(rahim, products.starfall)]).toEqual([403, 200])
    await move(rahim, products.ironvale)
  },
}

const VOUCHERS: Trials = {
  'new voucher: status 0 first': async () => {
    const page = await open('/upin/add')
    const status = page.locator('select[name="status"]')
    expect([await status.inputValue(), await status.locator('option').first().innerText()]).toEqual(['1', 'Select Status'])
  },
  '/unipin/edit: several codes': async () => {
    const page = await open(`/unipin/edit/${await voucherOf(VOUCHER_CODES[0])}`)
    expect(await page.locator('[name="code"]').evaluate(({ tagName }) => tagName)).toBe('INPUT')
  },
  'new voucher: only Package ID required': async () => {
    expect(await statusOf(vouchers.add, { package_id: packages.gemsCard, code: '' })).toBe(422)
  },
  'voucher: free choice of status': async () => {
    const id = await newVoucher('DEPART-USED-0001')
    const save = (status: number) => statusOf(vouchers.update, { id, status, package_id: packages.gemsCard })
    expect([await save(0), await save(1), await save(2), await save(1)]).toEqual([200, 200, 200, 409])
  },
  'vouchers: code': async () => {
    const id = await voucherOf(VOUCHER_CODES[0])
    const [, list] = (await ask(vouchers.list, {})) as unknown as [number, { vouchers: { id: number; code: string }[] }]
    expect(list.vouchers.find((one) => one.id === id)?.code).toBe('••••A001')
    expect((await ask(vouchers.show, { id }))[1]).toMatchObject({ code: '••••A001' })
    await ask(vouchers.reveal, { id })
    expect((await ask(vouchers.show, { id }))[1]).toMatchObject({ code: VOUCHER_CODES[0] })
  },
  'deletes are final': async () => {
    const id = await newVoucher('DEPART-BACK-0001')
    expect([await statusOf(vouchers.remove, { id }), await statusOf(vouchers.restore, { id })]).toEqual([200, 200])
    expect(await statusOf(vouchers.show, { id })).toBe(200)
  },
  "'Create Voucher': to /upins after 1.5 s": async () => {
    const page = await addVouchers(`DEPART-SKIP-0001\n${VOUCHER_CODES[0]}`, (address) => openWithClock(browser, 'rahim', address))
    await button(page, 'Create Voucher').click()
    await button(page, 'Close').waitFor()
    await page.clock.runFor(5_000)
    expect(new URL(page.url()).pathname).toBe('/upin/add')
    await button(page, 'Close').click()
    await page.waitForURL('**/upins*')
  },
  'time-out 10 s': async () => {
    const page = await addVouchers('DEPART-SLOW-0001')
    const limits = await recordTimeLimits(page)
    await button(page, 'Create Voucher').click()
    await toast(page, 'UniPin created successfully')
    expect(await limits()).toContain(LONG_REQUEST_TIMEOUT_MS)
    expect(LONG_REQUEST_TIMEOUT_MS).toBeGreaterThan(REQUEST_TIMEOUT_MS)
  },
}

const ORDERS: Trials = {
  'in-game password in lists': async () => {
    const secrets = { vault: app.vault, accounttype: 'Email', ingamepassword: 'swordfish', securitycode: '' }
    const id = await placeOrder(app.db, { userId: customers.shila, packageId: packages.seasonPass, secrets })
    const [, list] = (await ask(orders.list, { order_id: id })) as unknown as [number, { orders: object[] }]
    expect(list.orders).toMatchObject([{ ingamepassword: SECRET_MASK }])
  },
  'order lists: no status chosen': async () => {
    const page = await open('/order')
    await tab(page, 'Pending').and(page.locator('[aria-current="page"]')).waitFor()
  },
  "in_progress: 'Product Orders' variant only": async () => {
    const page = await openOrder(await order())
    expect(await valuesOf(page)).toContain('in_progress')
  },
  'status dialogs: completed, pending, cancel, in_progress': async () => {
    const digits = (page: Page) => dialog(page).locator('label:has(input[type="radio"])').locator('b, kbd').allInnerTexts()
    const id = await order()
    const page = await openOrder(id)
    const all = ['in_progress', '1', 'completed', '2', 'cancel', '3', 'pending', '4']
    expect(await digits(page)).toEqual(all)
    await ask(orders.setStatus, { id, status: 'in_progress' })
    const working = await open(`/order?status=in_progress&order_id=${id}`)
    await edit(working, id).click()
    await eventually(() => digits(working)).toEqual(all)

    const parcel = await orderProduct(app, customers.shila, await addPhysicalProduct(app.db))
    const parcels = await open('/product-order')
    await edit(parcels, parcel).click()
    await eventually(() => digits(parcels)).toEqual(all.with(4, 'cancelled'))

    const asked = await askForWalletAdd(app.db, { userId: customers.shila, amount: 25 })
    const money = await open('/add-wallet')
    await editStatus(money, asked).click()
    await eventually(() => digits(money)).toEqual(all.slice(2))
    await pressDigit(money, 3)
    expect(await dialog(money).getByRole('radio', { name: 'cancel' }).isChecked()).toBe(true)
  },
  'product order, dialog: pending chosen': async () => {
    const id = await orderProduct(app, customers.shila, await addPhysicalProduct(app.db))
    await ask(productOrders.setStatus, { id, status: 'in_progress' })
    const page = await open('/product-order?status=in_progress')
    await edit(page, id).click()
    expect(await dialog(page).getByRole('radio', { name: 'in_progress' }).isChecked()).toBe(true)
  },
}

const MONEY: Trials = {
  "after 'Create Transaction': /add-wallet": async () => {
    await fundWallet(app.db, { ...app.world, admins: { ...staff, rahim: staff.karim } }, { userId: customers.shila, amount: 90 })
    const page = await open('/admin-wallet-request', 'karim')
    await requestHandOver(page, '10')
    await page.waitForURL('**/my-wallet-request')
  },
  "'Create Transaction': a request": async () => {
    const { token } = await hireAdmin(app)
    expect(await statusOf(handOvers.request, { amount: 10, number: '' }, token)).toBe(422)
    const before = await cashOf(app, 'rahim')
    await ask(handOvers.request, { amount: 10, number: '' })
    expect(await cashOf(app, 'rahim')).toBe(before - 10)
    const page = await open('/admin-wallet-request', 'nadia')
    await page.getByText('0 tk', { exact: true }).first().waitFor()
  },
  "'Cancel All': confirmation": async () => {
    const page = await open('/withdraw-earn-wallet')
    await button(page, 'Cancel All').click()
    await toast(page, 'There is no pending transaction')
    expect(await question(page).count()).toBe(0)
  },
  '`transaction/cancel-all`, `update-full-row` for all money lists': async () => {
    const { body } = await app.call(store.earn, { user_id: customers.shila, amount: 50, reason: 'Referral' }, STORE_KEY)
    expect(body.success).toBe(true)
    const asked = { user_id: customers.shila, amount: 50, number: '01811000001' }
    const { id } = (await app.call(store.withdraw, asked, STORE_KEY)).body.data
    const wanted = { amount: 50, number: '01811000001', status: 'pending' }
    expect(await statusOf(walletAdds.editRow, { id: MISSING, ...wanted })).toBe(404)
    await ask(walletAdds.cancelAll, {})
    expect(await statusOf(withdrawals.editRow, { id, ...wanted })).toBe(200)
    expect(await statusOf(withdrawals.cancelAll, {})).toBe(200)
  },
  'offline, or no answer: general error': async () => {
    const page = await open('/admin-wallet-request')
    await page.locator('input[name="amount"]').fill('10')
    await page.locator('input[name="number"]').fill('01811000001')
    await page.context().setOffline(true)
    await button(page, 'Edit transaction').click()
    await sayYes(page)
    await toast(page, 'You are offline.')
    await page.context().setOffline(false)
    await loseAnswer(page, `**${handOvers.request.path}`)
    await button(page, 'Edit transaction').click()
    await sayYes(page)
    await toast(page, 'No answer came. Check whether it went through.')
  },
}

const PEOPLE: Trials = {
  '`user/update`: all fields': async () => {
    const page = await open(`/user/edit/${customers.tanvir}`)
    await page.locator('input[name="city"]').fill('Khulna')
    const sent = page.waitForRequest((request) => request.url().includes('/user/update/'))
    await button(page, 'Save').click()
    expect(Object.keys((await sent).postDataJSON()).sort()).toEqual(['city', 'version'])
  },
  '`user/delete`: no payload': async () => {
    const remove = (confirmed: object) => statusOf(users.remove, { id: customers.tanvir, ...confirmed })
    expect([await remove({}), await remove({ confirmed: 1 })]).toEqual([409, 200])
  },
  "'Send', 'Create Voucher': no question": async () => {
    const page = await addVouchers('DEPART-ASK-00001')
    await page.locator('select[name="status"]').selectOption('2')
    await button(page, 'Create Voucher').click()
    await question(page).waitFor()
    await question(page).getByRole('button', { name: 'No, go back' }).click()
    for (let at = 10; at < 35; at++)
      await app.call(store.addUser, { username: `customer${at}`, phone: `019110000${at}` }, STORE_KEY)
    await visit(page, '/send-sms')
    await page.getByRole('checkbox', { name: /select all/i }).check()
    await button(page, 'Next').click()
    await page.getByRole('textbox', { name: 'Message' }).fill('Open until ten')
    await button(page, 'Send').click()
    await question(page).waitFor()
  },
}

const STAFF: Trials = {
  'permission checklists: loading overlay': async () => {
    const page = await open(`/manage-auth-permission/${staff.nadia}`)
    const release = await hold(page, `**${permissions.setAuths.path}`)
    const boxes = page.getByRole('checkbox')
    await boxes.nth(1).check()
    await button(page, 'Save').click()
    await boxes.nth(2).click()
    expect([await boxes.nth(2).isChecked(), await page.locator('form[aria-busy="true"]').count()]).toEqual([true, 0])
    release()
    await toast(page, 'Permission updated successfully')
  },
  '/auths: no order': async () => {
    await setNotices(0)
    const page = await open('/auths')
    await page
      .locator('tbody tr')
      .first()
      .getByRole('button', { name: /^Active/ })
      .waitFor()
    await setNotices(1)
  },
  '/manage-auth-permission: url of each module': async () => {
    const page = await open(`/manage-auth-permission/${staff.nadia}`)
    const group = page.getByRole('region', { name: 'Top-up orders', exact: true })
    await group.waitFor()
    expect(await group.getByRole('checkbox').count()).toBeGreaterThan(3)
    expect(await group.getByText('/order', { exact: true }).count()).toBe(1)
  },
  '`topup-package-permission`: a list': async () => {
    const [, grants] = await ask(permissions.packages, { admin_id: staff.karim })
    expect(Object.keys(grants).sort()).toEqual(['topup_package_id', 'topup_product_id'])
  },
  '/admins: links and Delete in each row': async () => {
    const page = await open('/admins')
    const row = (name: string) => page.locator('tbody tr').filter({ hasText: name })
    const links = (name: string) => row(name).getByRole('link', { name: /^Manage/ })
    await links('Karim').first().waitFor()
    expect([await links('Rahim').count(), await links('Karim').count()]).toEqual([0, 2])
    expect(await row('Karim').getByRole('button', { name: 'Delete' }).count()).toBe(0)
    await row('Karim')
      .getByRole('button', { name: /^More actions/ })
      .click()
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).waitFor()
  },
  "an admin's password: any": async () => {
    const names = { first_name: 'Sadia', last_name: 'Islam', username: 'sadia', email: 'sadia@demo.topdeck.example' }
    const create = (password: string) => statusOf(admins.create, { ...names, password, confirm_password: password })
    expect([await create('nine abcd'), await create('seven green kettles')]).toEqual([422, 200])
  },
  'changes of rights, admins and payment methods: any session': async () => {
    const old = await app.signIn('rahim')
    await passConfirmTime(app, 16)
    const change = (token: string) => statusOf(permissions.setAuths, { admin_id: staff.nadia, auth_ids: [] }, token)
    expect([await change(old), await change(await app.signIn('rahim'))]).toEqual([403, 200])
    rahim = await app.signIn('rahim')
  },
  '/change-password: any new one': async () => {
    const same = { old_password: PASSWORD, new_password: PASSWORD, confirm_password: PASSWORD }
    expect(await statusOf(sessions.changePassword, same)).toBe(422)
  },
  '/admin/login: user and token': async () => {
    await addTotp(app, await app.signIn('nadia'))
    const { status, body } = await app.call(sessions.login, { identity: people.nadia.email, password: PASSWORD })
    expect([status, body.code]).toEqual([401, 'second_factor_required'])
    await app.db.deleteFrom('totp_secrets').execute()
  },
}

const FRAME: Trials = {
  'failed sign-in: toast': async () => {
    const page = await browser.newPage()
    await page.goto('/login')
    await fillSignIn(page, people.rahim.email, 'not this one')
    await page.locator('form').getByRole('alert').filter({ hasText: 'Wrong email or password' }).waitFor()
    expect(await page.locator('.mantine-Notification-root').count()).toBe(0)
  },
  "'Forgot password', 'Create new account': no action": async () => {
    const page = await browser.newPage()
    await page.goto('/login')
    await page.getByRole('button', { name: /^Forgot password/ }).click()
    await expectText(page, 'Ask a super admin of your shop for a new password.')
    await page.getByRole('link', { name: 'Create new account' }).click()
    await expectText(page, 'Accounts are created by a super admin')
  },
  '`/landing`, `/settings`, `/tables`, `/register`, `/test`: leftovers': async () => {
    const page = await open('/profile')
    const titles = {
      '/landing': 'landing Page',
      '/settings': 'Settings',
      '/tables': 'Table columns',
      '/test': 'System status',
      '/register': 'Create new admin',
    }
    for (const [address, title] of Object.entries(titles)) {
      await visit(page, address)
      await heading(page, title).waitFor()
    }
  },
  "'Total orders', 'Top Custommer': placeholders": async () => {
    await ask(orders.setStatus, { id: await order(), status: 'completed' })
    const page = await open('/')
    const best = page.locator('section').filter({ hasText: 'Top Custommer (limit 5)' }).last()
    await best.getByText('shila').first().waitFor()
    await page.locator('section').filter({ hasText: 'Total orders' }).last().getByText(/\d/).first().waitFor()
  },
  "chart: 'N orders'": async () => {
    const page = await open('/profile')
    await page.route(`**${dashboard.ordersChart.path}*`, (route) =>
      route.fulfill({ json: { success: true, data: { data: [1, 2], dates: ['2026-01-01', '2026-01-02'] } } }),
    )
    await visit(page, '/')
    await page.getByRole('button', { name: 'View as table' }).click()
    for (const count of ['1 order', '2 orders']) await page.getByText(count, { exact: true }).waitFor()
  },
  'toasts close after 5 s': async () => {
    const [first, second] = [await order(), await order()]
    const page = await openWithClock(browser, 'rahim', '/order')
    for (const id of [first, second]) await rowOf(page, id).waitFor()
    await stopClock(page)
    for (const id of [first, second]) {
      await rowOf(page, id)
        .getByRole('button', { name: String(id), exact: true })
        .click()
      await page.clock.runFor(500)
      await toast(page, `Copied Order ID:: ${id}`)
    }
    await eventually(() => page.locator('.mantine-Notification-root').count()).toBe(1)
  },
  'pages below every table': async () => {
    const page = await open('/payment-method')
    await page.locator('tbody tr').first().waitFor()
    expect(await page.getByRole('navigation', { name: /pages/i }).count()).toBe(0)
  },
  'dashboard of an admin without permissions': async () => {
    const page = await open('/', 'nadia')
    await page
      .getByText(/Ask a super admin/)
      .first()
      .waitFor()
  },
  'reads after 400 ms': async () => {
    const page = await openWithClock(browser, 'rahim', '/user')
    await untilQuiet(page)
    let asked = 0
    page.on('request', (request) => {
      if (/\/admin\/users\?.*sort=/.test(request.url())) asked += 1
    })
    await stopClock(page)
    const sort = () => page.getByRole('columnheader').getByRole('button').first().click()
    await sort()
    await eventually(() => asked).toBe(1)
    await sort()
    await sort()
    await page.clock.runFor(1_000)
    await eventually(() => asked).toBe(2)
  },
}

const TRIALS: Trials = { ...CATALOGUE, ...VOUCHERS, ...ORDERS, ...MONEY, ...STAFF, ...FRAME, ...PEOPLE }

const PAGE = readFileSync(new URL('../../docs/design/departures.md', import.meta.url), 'utf8')
const rows = PAGE.split('\n').flatMap((line) => /^\| (?!specified \|)([^|]+?) \|/.exec(line)?.[1] ?? [])

test('each row has its trial, and each trial its row', () => {
  expect(rows.length).toBeGreaterThan(30)
  expect(Object.keys(TRIALS).sort()).toEqual([...rows].sort())
})

describe('a departure is one still', () => {
  test.each(Object.entries(TRIALS))('%s', async (_, tryIt) => {
    await tryIt()
  })
})
