import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { banners } from '#contract/banners.ts'
import type { Tk } from '#contract/money.ts'
import { notices } from '#contract/notices.ts'
import { paymentMethods } from '#contract/payment-methods.ts'
import { physicalProducts } from '#contract/physical-products.ts'
import { store } from '#contract/store.ts'
import { rates, topupPackages } from '#contract/topup-packages.ts'
import { topupProducts } from '#contract/topup-products.ts'
import { STORE_KEY } from '../support/app.ts'
import { hold, loseAnswer, toast, untilQuiet } from './browser.ts'
import { box, fill, picture, saveButton, saveTo } from './forms.ts'
import { grant, openAs, visit } from './people.ts'
import { answer, sayYes } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually, expectQuery } from './table.ts'

const { app, browser } = await startShop()
const rahim = await app.signIn('rahim')
const [green, blue] = [await picture('green.png', '#2b8a3e'), await picture('blue.png', '#1864ab')]

const open = (address: string): Promise<Page> => openAs(browser, 'rahim', address)

const section = (page: Page, product: string) =>
  page.locator('details').filter({ has: page.getByRole('heading', { name: product }) })
const row = (page: Page, text: string) => page.locator('tbody tr').filter({ hasText: text })
/** The price that a package is sold at; what a rate would make of it stands beside it in a table of its own. */
const expectPrice = (page: Page, name: string, price: string) =>
  eventually(() => row(page, name).locator('td[data-label="Sell price"]').innerText()).toBe(price)

describe('a shop from nothing', () => {
  let page: Page

  beforeAll(async () => {
    const { products, methods } = app.world
    for (const id of Object.values(products)) await app.call(topupProducts.remove, { id }, rahim)
    for (const id of Object.values(methods)) await app.call(paymentMethods.remove, { id }, rahim)
    page = await open('/landing')
  })

  test('nothing is there, and every screen says so', async () => {
    await eventually(() => page.getByText('Customers see nothing here.').count()).toBe(5)
    for (const path of ['/topup-product', '/topup-packages', '/physical-product', '/payment-method', '/banner', '/notice']) {
      await visit(page, path)
      await page.getByText('No data to show').waitFor()
    }
  })

  test('a product with a logo and rules, in which an Enter that is held makes lines', async () => {
    await visit(page, '/topup-product')
    await page.getByRole('link', { name: 'Add new' }).click()
    await page.getByRole('heading', { level: 1, name: 'Create new product' }).waitFor()
    await fill(page, { texts: { Name: 'Comet Racers', 'Price/Stock': '5000', 'Buy rate': '1.2' }, image: green })
    const rules = page.getByRole('textbox', { name: 'Rules' })
    await rules.click()
    for (let times = 0; times < 3; times++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect(await rules.locator('p').count()).toBe(4)
    for (let times = 0; times < 3; times++) await page.keyboard.press('Backspace')
    await page.keyboard.type('Give your ')
    await page.getByRole('button', { name: 'Bold' }).click()
    await page.keyboard.type('player ID')
    await page.getByRole('checkbox', { name: 'Track stock' }).check()
    await saveTo(page, 'Product created successfully', '/topup-product')
    const product = row(page, 'Comet Racers')
    await product.getByText('No packages').waitFor()
    expect(
      await product.locator('img').evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(0)
    const { data } = (await app.call(topupProducts.list, {}, rahim)).body.data
    expect(data).toMatchObject([
      { name: 'Comet Racers', price: 5000, buy_rate: 1.2, track_stock: 1, isactivefortopup: 1, is_active: 1 },
    ])
    expect(data[0]?.rules).toBe('<p>Give your <strong>player ID</strong></p>')
  })

  test('its packages, by way of the product and of its section', async () => {
    await page.getByRole('link', { name: 'Add package' }).click()
    await page.getByRole('heading', { level: 1, name: 'Add package' }).waitFor()
    const texts = { Name: '100 Coins', 'Sell price': '90', 'Buy price': '1.1', Serial: '2' }
    await fill(page, { texts, image: blue })
    await saveTo(page, 'Topup package created successfully', '/topup-packages')
    await section(page, 'Comet Racers').locator('summary').click()
    await row(page, '100 Coins').getByText('On sale').waitFor()
    await page.getByRole('link', { name: 'Add new package' }).click()
    await fill(page, { texts: { Name: 'Starter Box', 'Sell price': '40.50', 'Buy price': '0.37', Serial: '1' }, image: green })
    await page.getByRole('checkbox', { name: 'In stock' }).check()
    await saveTo(page, 'Topup package created successfully', '/topup-packages')
    await row(page, 'Starter Box').getByText('40.50 tk').waitFor()
    await eventually(() => page.locator('tbody tr').allInnerTexts()).toMatchObject(
      [/Starter Box/, /100 Coins/].map((name) => expect.stringMatching(name)),
    )
  })

  test('a way to pay, a banner, a notice and a physical product', async () => {
    await visit(page, '/payment-method/add')
    await fill(page, { texts: { Name: 'PocketPay', Information: '01700000017' }, image: blue })
    await saveTo(page, 'Payment method created successfully', '/payment-method')
    await row(page, 'PocketPay').getByText('01700000017').waitFor()

    await visit(page, '/banner/add')
    await fill(page, { texts: { Note: 'Race week', Link: 'https://shop.example/race' }, image: green })
    await saveTo(page, 'Banner created successfully', '/banner')
    await row(page, 'Race week').getByText('Active').waitFor()

    await visit(page, '/notice/add')
    await fill(page, { texts: { Notice: 'Open until midnight' }, image: blue })
    await saveTo(page, 'Notice created successfully', '/notice')
    await row(page, 'Open until midnight').getByText('Shown first').waitFor()

    await visit(page, '/physical-product/add')
    const texts = { Name: 'Racing cap', 'Sale price': '450', 'Regular price': '400', Quantity: '12' }
    await fill(page, { texts, image: green })
    await page.getByText('The sale price is above the regular price').waitFor()
    await fill(page, { texts: { 'Regular price': '600' } })
    await saveTo(page, 'Product created successfully', '/physical-product')
    await row(page, 'Racing cap').getByText('450 tk').waitFor()
  })

  test('a method and a package are edited: required fields asked, the picture may stay', async () => {
    await visit(page, '/payment-method')
    await row(page, 'PocketPay').getByRole('link', { name: /^Edit/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Edit payment method' }).waitFor()
    await fill(page, { texts: { Name: ' ', Information: ' ', Status: ' ' } })
    await saveButton(page).click()
    for (const label of ['Name', 'Information', 'Status']) await page.getByText(`${label} is required`, { exact: true }).waitFor()
    await fill(page, { texts: { Name: 'PocketPay', Information: '01700000018', Status: 'active' } })
    await page.getByRole('button', { name: 'Hide from customers' }).click()
    await page.getByText('Hidden from customers. 1 or active shows it.').waitFor()
    await page.getByRole('button', { name: 'Show to customers' }).click()
    expect(await page.getByLabel('Status').inputValue()).toBe('1')
    await saveTo(page, 'Payment method updated successfully', '/payment-method')
    await row(page, 'PocketPay').getByText('01700000018').waitFor()

    await visit(page, '/topup-packages')
    await row(page, 'Starter Box').getByRole('link', { name: /^Edit/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Edit topup package' }).waitFor()
    await fill(page, { texts: { 'Sell price': '41' } })
    await saveTo(page, 'Topup package updated successfully', '/topup-packages')
    await expectPrice(page, 'Starter Box', '41 tk')
    await row(page, 'Starter Box').getByRole('link', { name: /^Edit/ }).click()
    await fill(page, { texts: { 'Sell price': '40.50' } })
    await saveTo(page, 'Topup package updated successfully', '/topup-packages')
  })

  test('is repriced by a rate that shows first what it would do', async () => {
    const product = section(page, 'Comet Racers')
    await row(page, '100 Coins').waitFor()
    const rate = box(page, 'Dollar rate')
    const update = product.getByRole('button', { name: 'Update rate' })
    // Nothing is sent when empty.
    await update.click()
    await rate.fill(' 1 ')
    const preview = product.locator('table').filter({ hasText: 'Preview of this rate' })
    await preview
      .getByRole('row', { name: /Starter Box/ })
      .getByText('40.50 tk → 1 tk')
      .waitFor()
    await rate.fill('100')
    await eventually(() => preview.getByRole('row', { name: /100 Coins/ }).innerText()).toMatch(/90 tk → 110 tk\s+108.68 tk/)
    await update.click()
    await sayYes(page)
    await toast(page, 'Dollar rate updated successfully')
    await eventually(() => rate.inputValue()).toBe('')
    await expectPrice(page, '100 Coins', '110 tk')
    await expectPrice(page, 'Starter Box', '37 tk')
    await page.getByRole('button', { name: 'Rate history' }).click()
    await page.getByRole('list', { name: 'Rate history' }).getByText('100 Coins: 90 tk → 110 tk', { exact: false }).waitFor()
  })

  test('a price below cost is said to be so, and the last change can be taken back', async () => {
    await box(page, 'Dollar rate').fill('0.5')
    await page.getByRole('row', { name: /100 Coins.*-0.32 tk below cost/ }).waitFor()
    await page.getByRole('button', { name: 'Revert' }).click()
    const question = page.getByRole('alertdialog', { name: 'Are you sure' })
    await question.getByText('Packages it repriced get their old prices back, except those moved or deleted since.').waitFor()
    await question.getByRole('button', { name: 'Revert' }).click()
    await expectPrice(page, '100 Coins', '90 tk')
    await page.getByRole('list', { name: 'Rate history' }).getByText('Reverted').waitFor()
    const listWithFocus = () => page.evaluate(() => document.activeElement?.closest('ul')?.getAttribute('aria-label'))
    await eventually(listWithFocus).toBe('Rate history')
    await box(page, 'Dollar rate').fill('100')
    await page.getByRole('row', { name: /100 Coins.*90 tk → 110 tk/ }).waitFor()
    await page.getByRole('button', { name: 'Update rate' }).click()
    await sayYes(page)
    await eventually(() => box(page, 'Dollar rate').inputValue()).toBe('')
    await expectPrice(page, '100 Coins', '110 tk')
  })

  test('Enter before the rate’s own prices are on screen shows them and sends nothing', async () => {
    const rate = box(page, 'Dollar rate')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/update-dollar')) sent.push(request.postData() ?? '')
    })
    await rate.fill('12')
    await page.getByRole('row', { name: /100 Coins.*110 tk → 14 tk/ }).waitFor()
    const letGo = await hold(page, `**${rates.preview.path}*dollar_rate=125*`)
    await rate.pressSequentially('5')
    await rate.press('Enter')
    await page.getByText('Review the preview of this rate, then update.').waitFor()
    letGo()
    await page.getByRole('row', { name: /100 Coins.*110 tk → 138 tk/ }).waitFor()
    await expectPrice(page, '100 Coins', '110 tk')
    expect([sent, await rate.inputValue()]).toEqual([[], '125'])
    // A closed section keeps it, and leaving asks.
    await section(page, 'Comet Racers').locator('summary').click()
    await section(page, 'Comet Racers').locator('summary').click()
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Notice' }).click()
    await page.getByRole('alertdialog', { name: 'Are you sure' }).getByRole('button', { name: 'No, go back' }).click()
    expect(await rate.inputValue()).toBe('125')
    await rate.fill('100')
    await page.getByRole('row', { name: /100 Coins.*110 tk → 110 tk/ }).waitFor()
    await rate.press('Enter')
    await sayYes(page)
    await eventually(() => rate.inputValue()).toBe('')
    expect(sent).toHaveLength(1)
  })

  test('customers see all of it on /landing, as the store gets it', async () => {
    await visit(page, '/landing')
    for (const text of ['Open until midnight', 'Race week', 'Comet Racers', 'Racing cap', 'PocketPay', '01700000018']) {
      await page.getByRole('main').getByText(text).waitFor()
    }
    const product = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Comet Racers' }) })
    await eventually(() => product.getByRole('list').getByRole('listitem').allInnerTexts()).toEqual([
      'Starter Box\n37 tk',
      '100 Coins\n110 tk',
    ])
    const edits = page.getByRole('main').getByRole('link', { name: /^Edit / })
    expect(await edits.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      '/notice',
      '/banner',
      '/topup-packages',
      '/physical-product',
      '/payment-method',
    ])
    await product.getByText('Rules').click()
    await eventually(() => product.locator('strong').innerText()).toBe('player ID')
    const pictures = page.getByRole('main').locator('img')
    expect(
      await pictures.evaluateAll((all) => Promise.all(all.map((one) => (one as HTMLImageElement).decode().then(() => 'here')))),
    ).toEqual(Array(5).fill('here'))
    const catalog = (await app.call(store.catalog, {}, STORE_KEY)).body.data
    expect(catalog.products[0]?.packages.map(({ name, price }) => [name, price])).toEqual([
      ['Starter Box', 37],
      ['100 Coins', 110],
    ])
  })

  test('of a shop without packages the newest product is open, and stays so', async () => {
    const elsewhere = await openAs(browser, 'rahim', '/')
    let count = 0
    await elsewhere.route('**/api/admin/topup-package/summaries*', async (route) => {
      const reply = await route.fetch()
      const { data, ...rest } = await reply.json()
      const emptied = data.data.map((product: object) => ({ ...product, packages: count }))
      await route.fulfill({ json: { ...rest, data: { ...data, data: emptied } } })
    })
    await visit(elsewhere, '/topup-packages')
    const open = elsewhere.getByRole('link', { name: /^Add new package to/ }).filter({ visible: true })
    await eventually(() => open.count()).toBe(1)
    const name = await open.getAttribute('aria-label')
    const products = (await app.call(topupProducts.list, {}, rahim)).body.data.data
    const newest = products.toSorted((a, b) => b.id - a.id)[0]
    expect(name).toBe(`Add new package to ${newest?.name}`)
    count = 1
    await elsewhere.reload()
    await eventually(() => open.count()).toBe(1)
    expect(await open.getAttribute('aria-label')).toBe(name)
  })

  test('what is sold out or switched off is said, everywhere', async () => {
    const { data } = (await app.call(topupProducts.list, {}, rahim)).body.data
    const [product] = data
    await app.call(topupProducts.update, { ...product, price: 0.5, expected_price: 5000 }, rahim)
    const [cap] = (await app.call(physicalProducts.list, {}, rahim)).body.data.data
    await app.call(physicalProducts.update, { ...cap, quantity: 0 }, rahim)
    await visit(page, '/topup-packages')
    await row(page, '100 Coins').getByText('Stock out').waitFor()
    await visit(page, '/physical-product')
    await row(page, 'Racing cap').getByText('Stock out').waitFor()
    // Found by what is said, and not by what it stands for.
    for (const [sought, found] of [
      ['stock out', 1],
      ['stock_out', 0],
      ['on sale', 0],
    ] as const) {
      await visit(page, `/physical-product?q=${sought}`)
      await (found ? row(page, 'Racing cap') : page.getByText('No Result Found')).waitFor()
    }
    await visit(page, '/landing')
    await page.getByText('2 items are not on sale').click()
    await page.getByRole('listitem').filter({ hasText: '100 Coins' }).getByText('Stock out').waitFor()
    await visit(page, `/topup-product/edit/${product?.id}`)
    await page.getByRole('row', { name: /5,000\s+0\.50\s+−4,999\.50\s+Rahim Uddin/ }).waitFor()
  })
})

describe('forms', () => {
  const FAULTS: Record<string, string[]> = {
    '/topup-product/add': ['Name is required', 'Enter an amount', 'Logo is required'],
    '/topup-package/add/999': [
      'Name is required',
      'Enter an amount in tk',
      'Enter an amount',
      'Must be a whole number',
      'Logo is required',
    ],
    '/physical-product/add': ['Name is required', 'Image is required', 'Enter an amount in tk', 'Must be a whole number'],
    '/payment-method/add': ['Name is required', 'Logo is required', 'Information is required'],
    '/banner/add': ['Note is required', 'Banner image is required'],
    '/notice/add': ['Image is required', 'Notice is required'],
  }

  test('each says what is missing, and the first fault takes the focus', async () => {
    const page = await open('/profile')
    for (const [path, faults] of Object.entries(FAULTS)) {
      await visit(page, path)
      await saveButton(page).click()
      for (const fault of faults) await page.getByText(fault, { exact: true }).first().waitFor()
      const focused = await page.evaluate(() => document.activeElement?.getAttribute('name'))
      expect([path, focused]).toEqual([path, await page.locator('[aria-invalid="true"]').first().getAttribute('name')])
    }
  })

  test('an emptied box is refused at its field, and nothing is sent', async () => {
    const { id } = await addProduct('Emptied')
    const read = async () => (await app.call(topupProducts.show, { id }, rahim)).body.data
    const { version } = await read()
    const banner = await addBanner('With a link', 'https://shop.example')
    const texts = { name: 'Emptied cap', sale_price: 450, regular_price: 500, quantity: 3, image: await stored() }
    const cap = (await app.call(physicalProducts.create, texts, rahim)).body.data
    const page = await open('/profile')
    for (const [path, labels] of [
      [`/topup-product/edit/${id}`, ['Price/Stock', 'Buy rate']],
      [`/physical-product/edit/${cap.id}`, ['Quantity']],
      [`/banner/edit/${banner.id}`, ['Link']],
    ] as const) {
      await visit(page, path)
      for (const label of labels) await box(page, label).fill(' ')
      await saveButton(page).click()
      for (const label of labels) await page.getByText(`${label} is required`, { exact: true }).waitFor()
      await eventually(() => box(page, labels[0]).evaluate((at) => at === document.activeElement)).toBe(true)
      expect(await page.getByText('updated successfully').count()).toBe(0)
    }
    expect((await read()).version).toBe(version)
    expect((await app.call(physicalProducts.show, { id: cap.id }, rahim)).body.data.version).toBe(cap.version)
  })

  test('a number is read as typed; an invalid one is explained', async () => {
    const page = await open('/physical-product/add')
    await fill(page, {
      texts: { Name: 'Grouped cap', 'Sale price': '1.234', 'Regular price': '1,250', Quantity: '-3' },
      image: green,
    })
    await saveButton(page).click()
    await page.getByText('At most 2 decimals', { exact: true }).waitFor()
    await page.getByText('At least 0', { exact: true }).waitFor()
    await fill(page, { texts: { 'Sale price': '১,২০০.৫', Quantity: '1 000' } })
    await eventually(() => box(page, 'Sale price').inputValue()).toBe('১,২০০.৫')
    await saveTo(page, 'Product created successfully', '/physical-product')
    const grouped = page.getByRole('row').filter({ hasText: 'Grouped cap' })
    for (const figure of ['1,200.50 tk', '1,250 tk', '1,000']) await eventually(() => grouped.innerText()).toContain(figure)
  })

  test('a package for a missing product shows none; refused, it keeps the typed text', async () => {
    const page = await open('/topup-package/add/999')
    const product = page.locator('select[name="product_id"]')
    await page.getByRole('option', { name: 'Choose one' }).waitFor({ state: 'attached' })
    const chosen = () => product.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.textContent)
    await eventually(chosen).toBe('Choose one')
    await fill(page, { texts: { Name: 'Nowhere', 'Sell price': '5', 'Buy price': '1', Serial: '1' }, image: green })
    await saveButton(page).click()
    await toast(page, 'No such product')
    await eventually(() => product.getAttribute('aria-invalid')).toBe('true')
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('product_id')
    await eventually(() => box(page, 'Name').inputValue()).toBe('Nowhere')
    const { data } = (await app.call(topupProducts.list, {}, rahim)).body.data
    const [known] = data
    await page.getByLabel('Product').selectOption(String(known?.id))
    await eventually(chosen).toBe(known?.name)
    expect(await page.getByRole('option', { name: 'Choose one' }).count()).toBe(0)
  })

  test('Ctrl+Enter saves, once; the form is inert until the list opens', async () => {
    const { id } = await addBanner('By keyboard')
    const page = await open(`/banner/edit/${id}`)
    await box(page, 'Note').fill('By keyboard, saved')
    const inert = page.locator('form [inert]').waitFor({ state: 'attached' })
    await page.keyboard.press('Control+Enter')
    await toast(page, 'Banner updated successfully')
    await inert
    await page.keyboard.press('Control+Enter')
    await page.waitForURL((url) => url.pathname === '/banner')
    await row(page, 'By keyboard, saved').waitFor()
    expect((await app.call(banners.show, { id }, rahim)).body.data.version).toBe(2)
  })

  test('a notice is sent for the home modal, added and edited', async () => {
    const page = await open('/notice/add')
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (/\/notice\/(create|update)/.test(request.url())) sent.push(request.postDataJSON())
    })
    await fill(page, { texts: { Notice: 'Closed on Friday' }, image: blue })
    await saveTo(page, 'Notice created successfully', '/notice')
    const { data } = (await app.call(notices.list, {}, rahim)).body.data
    const added = data.find(({ notice }) => notice === 'Closed on Friday')
    const other = { id: added?.id ?? 0, notice: 'Closed on Friday', for_home_modal: 0 }
    expect((await app.call(notices.update, other, rahim)).body.data.for_home_modal).toBe(0)
    await visit(page, `/notice/edit/${other.id}`)
    await fill(page, { texts: { Notice: 'Closed on Sunday' } })
    await saveTo(page, 'Notice updated successfully', '/notice')
    const [add, edit] = sent as [object, object]
    expect(add).toMatchObject({ for_home_modal: 1, title: '', template: '', is_active: 1 })
    expect(edit).toEqual({ ...add, notice: 'Closed on Sunday', version: 2 })
  })

  test('choices that could not be read are marked at their field and asked for again', async () => {
    const { id } = await addProduct('Chosen')
    const page = await open('/profile')
    const away = { success: false, message: 'Not now', errors: [] }
    await page.route('**/api/admin/lookup/topup-products*', (route) => route.fulfill({ status: 503, json: away }))
    await visit(page, `/topup-package/add/${id}`)
    const message = page.locator('form').getByRole('alert').filter({ hasText: 'Not now' })
    await message.waitFor()
    await eventually(() => page.locator('select[name="product_id"]').innerText()).toBe('Not now')
    await page.unroute('**/api/admin/lookup/topup-products*')
    await message.getByRole('button', { name: 'Try again' }).click()
    await message.waitFor({ state: 'detached' })
    await eventually(() => page.locator('select[name="product_id"] option:checked').innerText()).toBe('Chosen')
  })

  test('what is typed, or a picture on its way, is not lost without a question', async () => {
    const page = await open('/banner/add')
    const asksOnClosing = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    expect(await asksOnClosing()).toBe(false)
    const go = await hold(page, '**/api/v1/upload/image')
    await page.locator('input[type="file"]').setInputFiles(green)
    await page.getByRole('progressbar', { name: 'Uploading' }).waitFor({ state: 'attached' })
    expect(await asksOnClosing()).toBe(true)
    const away = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Notice' })
    await away.click()
    await answer(page, 'No, go back')
    await box(page, 'Note').fill('Waited for')
    go()
    await saveTo(page, 'Banner created successfully', '/banner')

    await visit(page, '/banner/add')
    await box(page, 'Note').fill('Half a thought')
    await away.click()
    await answer(page, 'No, go back')
    await eventually(() => box(page, 'Note').inputValue()).toBe('Half a thought')
    await away.click()
    await answer(page, 'Leave')
    await page.getByRole('heading', { level: 1, name: 'Notice' }).waitFor()
  })

  test('a picture under way is shown, announced, unsaved, cancelled by click or key', async () => {
    const page = await open('/banner/add')
    const chooser = page.locator('input[type="file"]')
    const described = () =>
      chooser.evaluate((input) =>
        (input.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .filter(Boolean),
      )
    const status = page.locator('form').getByRole('status')
    const limits = 'PNG, JPEG, WebP or GIF, up to 5 MB'
    expect(await described()).toEqual([limits])
    const go = await hold(page, '**/api/v1/upload/image')
    await box(page, 'Note').fill('Heard of')
    await chooser.setInputFiles(green)
    await page.getByRole('progressbar', { name: 'Uploading' }).waitFor({ state: 'attached' })
    await page.getByRole('img', { name: 'Preview' }).waitFor()
    await eventually(() => status.textContent()).toBe('Uploading picture...')
    await eventually(() => page.getByRole('button', { name: 'Uploading picture...' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
    await chooser.setInputFiles(green)
    await eventually(() => status.textContent()).toBe('Uploading picture...')
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await eventually(() => status.textContent()).toBe('')
    await eventually(() => chooser.evaluate((input) => input === document.activeElement)).toBe(true)
    await chooser.setInputFiles(blue)
    await eventually(() => status.textContent()).toBe('Uploading picture...')
    go()
    await eventually(described).toEqual([limits, 'New picture uploaded.'])
    await saveTo(page, 'Banner created successfully', '/banner')
    await page.getByRole('row').filter({ hasText: 'Heard of' }).getByRole('link', { name: 'Edit' }).click()
    await eventually(described).toEqual([limits, 'Picture uploaded.'])
    // What is no picture is refused in the specification's words.
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    await chooser.setInputFiles({ name: 'banner.png', mimeType: 'image/png', buffer: svg })
    const refused = 'Image upload Failed, May be image size is too large or failed network connection'
    await toast(page, refused)
    await page.locator('form').getByText(refused).waitFor()
    await eventually(described).toEqual([limits, 'Picture uploaded.', refused])
  })
})

describe('a picture that is dropped', () => {
  test('on the field is sent as one that was chosen', async () => {
    const page = await open('/banner/add')
    const folder = mkdtempSync(join(tmpdir(), 'topdeck-drop-'))
    const file = join(folder, 'dropped.png')
    writeFileSync(file, green.buffer)
    const zone = await page.locator('input[type="file"]').boundingBox()
    const at = { x: (zone?.x ?? 0) + 20, y: (zone?.y ?? 0) + 20, data: { items: [], files: [file], dragOperationsMask: 1 } }
    const browserItself = await page.context().newCDPSession(page)
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await browserItself.send('Input.dispatchDragEvent', { type, ...at })
    }
    await page.getByText('Drop another picture here or choose one to replace it.').waitFor()
    await box(page, 'Note').fill('Dropped')
    await saveTo(page, 'Banner created successfully', '/banner')
    rmSync(folder, { recursive: true })
  })
})

describe('another admin', () => {
  test('another admin’s change is noticed; typed text stays, and both end up saved', async () => {
    const { id } = await addBanner('First words', 'https://shop.example/old')
    const page = await open(`/banner/edit/${id}`)
    await box(page, 'Note').fill('My words')
    const theirs = { id, version: 1, note: 'Their words', link: 'https://shop.example/new', isactive: 0 }
    expect((await app.call(banners.update, theirs, rahim)).status).toBe(200)
    await saveButton(page).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Another admin has changed this' })
    await notice.getByText('Note: First words → Their words (you typed My words)').waitFor()
    await notice.getByText('Link: https://shop.example/old → https://shop.example/new').waitFor()
    await notice.getByText('Is active: Yes → No').waitFor()
    expect((await app.call(banners.show, { id }, rahim)).body.data).toMatchObject({ note: 'Their words', version: 2 })
    await notice.getByRole('button', { name: 'Continue with these changes' }).click()
    await eventually(() => box(page, 'Note').inputValue()).toBe('My words')
    await eventually(() => box(page, 'Link').inputValue()).toBe('https://shop.example/new')
    await saveTo(page, 'Banner updated successfully', '/banner')
    expect((await app.call(banners.show, { id }, rahim)).body.data).toMatchObject({
      note: 'My words',
      link: 'https://shop.example/new',
      isactive: 0,
    })
  })

  test('a row deleted by another admin is noticed; a later failed read keeps the form', async () => {
    const { id } = await addBanner('Gone already')
    const page = await open(`/banner/edit/${id}`)
    await box(page, 'Note').fill('Still typed')
    const address = `**${banners.show.path.replace(':id', String(id))}`
    await page.route(address, (route) => route.abort())
    const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith(`/${id}`))
    // The tab is looked at again.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await refused
    await untilQuiet(page)
    expect(await box(page, 'Note').inputValue()).toBe('Still typed')
    await page.unroute(address)
    await box(page, 'Note').fill('Gone already')
    await page.getByRole('link', { name: 'Banner', exact: true }).click()
    await row(page, 'Gone already').waitFor()
    expect((await app.call(banners.remove, { id }, rahim)).status).toBe(200)
    await page.goBack()
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
    expect(await box(page, 'Note').count()).toBe(0)
  })

  test('and the way on from their changes leads back to what was typed, else to Save', async () => {
    const { id } = await addBanner('Walked by keys', 'https://shop.example/keys')
    const change = async (note: string, link: string) => {
      const { version } = (await app.call(banners.show, { id }, rahim)).body.data
      expect((await app.call(banners.update, { id, version, note, link, isactive: 1 }, rahim)).status).toBe(200)
    }
    const page = await open(`/banner/edit/${id}`)
    const continueButton = page.getByRole('button', { name: 'Continue with these changes' })
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent)
    await box(page, 'Link').waitFor()
    await change('Their words', 'https://shop.example/keys')
    await saveButton(page).press('Enter')
    await continueButton.press('Enter')
    await eventually(focused).toBe('Save')
    await box(page, 'Link').fill('https://shop.example/mine')
    await change('Other words of theirs', 'https://shop.example/keys')
    await box(page, 'Link').press('Control+Enter')
    await continueButton.press('Enter')
    await eventually(focused).toBe('link')
    await page.keyboard.press('Control+Enter')
    await toast(page, 'Banner updated successfully')
    expect((await app.call(banners.show, { id }, rahim)).body.data).toMatchObject({
      note: 'Other words of theirs',
      link: 'https://shop.example/mine',
    })
  })

  test('is not blamed for one’s own save whose answer got lost, and the next Save passes', async () => {
    const { id } = await addBanner('Before', 'https://shop.example/before')
    const page = await open(`/banner/edit/${id}`)
    await box(page, 'Note').fill('Mine ')
    await loseSave(page, `banner/update/${id}`, `banner/${id}`)
    expect((await app.call(banners.show, { id }, rahim)).body.data).toMatchObject({ note: 'Mine', version: 2 })
    await saveTo(page, 'Banner updated successfully', '/banner')

    // A stock that is set raises no version.
    const product = await addProduct('Lost and Set')
    await visit(page, `/topup-product/edit/${product.id}`)
    await box(page, 'Price/Stock').fill('777.00')
    await loseSave(page, `topup-product/update/${product.id}`, `topup-product/${product.id}`)
    await saveTo(page, 'Product updated successfully', '/topup-product')
    expect((await app.call(topupProducts.show, { id: product.id }, rahim)).body.data.price).toBe(777)
    const message = await page.evaluate(() => (window as unknown as { alerts: string[] }).alerts.join(' '))
    expect(message).not.toContain('has changed this')
  })

  test('is shown a stock that moved, also where what is typed begins like it', async () => {
    const product = await addProduct('Half Typed')
    const page = await open(`/topup-product/edit/${product.id}`)
    await box(page, 'Price/Stock').waitFor()
    // As orders do, of which the record's version knows nothing.
    await app.db
      .updateTable('topup_products')
      .set({ price: 1 as Tk })
      .where('id', '=', product.id)
      .execute()
    // Who comes back to the window has the record read again.
    const read = page.waitForResponse((reply) => reply.url().endsWith(`/topup-product/${product.id}`))
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await read
    await box(page, 'Price/Stock').fill('')
    await box(page, 'Price/Stock').pressSequentially('10')
    const notice = page.getByRole('alert').filter({ hasText: 'Another admin has changed this' })
    await notice.getByText('you typed 10').waitFor()
    await saveButton(page).click()
    await toast(page, 'Price/Stock changed while you were editing: now 1')
    expect((await app.call(topupProducts.show, { id: product.id }, rahim)).body.data.price).toBe(1)
  })

  test('long rules, or nothing but their looks, changed meanwhile are shown in place', async () => {
    const { id } = await addProduct('Long Rules')
    const { data } = (await app.call(topupProducts.show, { id }, rahim)).body
    const rules = (end: string) => `<p>${'Enter your player ID. '.repeat(10)}${end}</p>`
    const change = async (text: string) => {
      const { version } = (await app.call(topupProducts.show, { id }, rahim)).body.data
      expect((await app.call(topupProducts.update, { ...data, version, rules: text }, rahim)).status).toBe(200)
    }
    await change(rules('No refunds.'))
    const page = await open(`/topup-product/edit/${id}`)
    await box(page, 'Name').fill('Long Rules II')
    await change(rules('Refunds within a day.'))
    await saveButton(page).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Another admin has changed this' })
    await notice.getByText('Rules: …your player ID. No refunds. → …your player ID. Refunds within a day.').waitFor()
    await notice.getByRole('button', { name: 'Continue with these changes' }).click()
    await change(rules('<strong>Refunds</strong> within a day.'))
    await saveButton(page).click()
    await notice.getByText('Rules: formatting changed').waitFor()
  })

  test('stock moved by orders is not undone by a form, touched or not', async () => {
    const product = await addProduct('Ledger Land')
    const page = await open(`/topup-product/edit/${product.id}`)
    await box(page, 'Name').fill('Ledger Land II')
    await sell(product.package)
    await saveTo(page, 'Product updated successfully', '/topup-product')
    expect((await app.call(topupProducts.show, { id: product.id }, rahim)).body.data).toMatchObject({
      name: 'Ledger Land II',
      price: 90,
    })
    await visit(page, `/topup-product/edit/${product.id}`)
    await page.getByRole('row', { name: /100\s+90\s+−10\s+Order \d+/ }).waitFor()
    await box(page, 'Price/Stock').fill('500')
    await sell(product.package)
    await saveButton(page).click()
    await toast(page, 'Price/Stock changed while you were editing: now 80')
    await page.getByText('Price/Stock: 90 → 80 (you typed 500)').waitFor()
    await page.getByRole('button', { name: 'Continue with these changes' }).click()
    await saveTo(page, 'Product updated successfully', '/topup-product')
    expect((await app.call(topupProducts.show, { id: product.id }, rahim)).body.data.price).toBe(500)
  })

  test('a change undone meanwhile, or of an untouched figure, is no dead end', async () => {
    const { id } = await addBanner('There and back', 'https://shop.example/back')
    const page = await open(`/banner/edit/${id}`)
    await box(page, 'Note').fill('Mine')
    const theirs = { id, note: 'There and back', link: 'https://shop.example/back' }
    for (const isactive of [0, 1]) expect((await app.call(banners.update, { ...theirs, isactive }, rahim)).status).toBe(200)
    await saveButton(page).click()
    await toast(page, 'This has changed.')
    await saveTo(page, 'Banner updated successfully', '/banner')
    expect((await app.call(banners.show, { id }, rahim)).body.data.note).toBe('Mine')

    const product = await addProduct('Counted by Hand')
    await visit(page, `/topup-product/edit/${product.id}`)
    await box(page, 'Name').fill('Counted by Hand II')
    const { data } = (await app.call(topupProducts.show, { id: product.id }, rahim)).body
    expect((await app.call(topupProducts.update, { ...data, price: data.price + 50 }, rahim)).status).toBe(200)
    await saveButton(page).click()
    await toast(page, 'This has changed.')
    await eventually(() => box(page, 'Price/Stock').inputValue()).toBe(String(data.price + 50))
    await saveTo(page, 'Product updated successfully', '/topup-product')
    expect((await app.call(topupProducts.show, { id: product.id }, rahim)).body.data).toMatchObject({
      name: 'Counted by Hand II',
      price: data.price + 50,
    })
  })
})

describe('lists', () => {
  test('search at once, sort, page, hide columns, copy ids; the address keeps it', async () => {
    const banner = await stored()
    for (let at = 1; at <= 12; at++) await addBanner(`Listed ${String(at).padStart(2, '0')}`, '', banner)
    const page = await open('/banner')
    await page.getByRole('searchbox', { name: 'Search' }).fill('listed')
    await page.getByText('1-10 of 12').waitFor()
    await page.getByRole('button', { name: 'Note', exact: true }).click()
    await eventually(() => page.locator('tbody tr').first().innerText()).toContain('Listed 01')
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('5')
    await page.getByRole('button', { name: 'Page 3' }).click()
    await page.getByText('11-12 of 12').waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      q: 'listed',
      sort: 'note',
      dir: 'asc',
      limit: '5',
      page: '3',
    })
    await eventually(() => page.getByRole('combobox', { name: 'Rows per page' }).locator('option').allInnerTexts()).toEqual([
      '5',
      '10',
      '20',
      '50',
    ])
    await page.reload()
    await page.getByText('11-12 of 12').waitFor()
    const id = (await page.locator('tbody tr').first().getAttribute('data-id')) ?? ''
    await page.getByRole('button', { name: id, exact: true }).click()
    await toast(page, `Copied Banner ID:: ${id}`)
    await page.getByRole('searchbox').fill('no such thing')
    await page.getByText('No Result Found').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Clear' }).last().click()
    await row(page, 'Listed').first().waitFor()
  })

  test('one search is one step back, however often its typing pauses', async () => {
    await addBanner('Paused')
    const page = await open('/banner?limit=5')
    const box = page.getByRole('searchbox', { name: 'Search' })
    const shown = () => page.evaluate(() => new URLSearchParams(location.search).get('q'))
    for (const typed of ['p', 'pa', 'pause']) {
      await box.fill(typed)
      await eventually(shown).toBe(typed)
    }
    await page.goBack()
    await eventually(shown).toBe(null)
    await eventually(() => box.inputValue()).toBe('')
    expect(new URL(page.url()).search).toBe('?limit=5')
    // Taken back, the search is still a step away.
    await page.goForward()
    await eventually(shown).toBe('pause')
    await box.fill('')
    await eventually(shown).toBe(null)
    await page.goBack()
    await eventually(shown).toBe('pause')
  })

  test('delete only what was named; the focus goes to the next row or the button', async () => {
    await addBanner('Stays')
    const { id } = await addBanner('Goes')
    const page = await open('/banner')
    await page.getByRole('button', { name: 'Delete Goes' }).click()
    const question = page.getByRole('alertdialog', { name: 'Are you sure' })
    await question.getByText('Banner “Goes” will be deleted. This can’t be undone.').waitFor()
    await question.getByRole('button', { name: 'No, go back' }).click()
    expect((await app.call(banners.show, { id }, rahim)).status).toBe(200)
    await page.getByRole('button', { name: 'Delete Goes' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await toast(page, 'Banner deleted successfully')
    await row(page, 'Goes').waitFor({ state: 'detached' })
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Edit Stays')
    expect((await app.call(banners.show, { id }, rahim)).status).toBe(404)

    await addBanner('Remains')
    const { id: taken } = await addBanner('Taken')
    await visit(page, '/profile')
    await visit(page, '/banner')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    const remove = async () => {
      await page.getByRole('button', { name: 'Delete Taken' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    }
    const call = `**/api${banners.remove.path.replace(':id', String(taken))}`
    await page.route(call, (route) => route.fulfill({ status: 500, json: { success: false, message: 'The cellar is flooded' } }))
    await remove()
    await toast(page, 'The cellar is flooded')
    await eventually(focused).toBe('Delete Taken')
    // Else it may be read again, without the row, before it is clicked.
    await untilQuiet(page)
    await page.unroute(call)
    const letGo = await hold(page, `**${banners.list.path}*`)
    await app.call(banners.remove, { id: taken }, rahim)
    await remove()
    await toast(page, 'Not found')
    letGo()
    await row(page, 'Taken').waitFor({ state: 'detached' })
    await eventually(focused).toBe('Edit Remains')
  })

  test('the question names a product’s packages, and a package’s product', async () => {
    const { id: product_id } = await addProduct('Going Shelf')
    const page = await open('/topup-product')
    const question = page.getByRole('alertdialog', { name: 'Are you sure' })
    const ask = () => page.getByRole('button', { name: 'Delete Going Shelf' }).click()
    const words = 'Product “Going Shelf” will be deleted. This can’t be undone.'
    await ask()
    await question.getByText(`${words} Its 1 package will be deleted too.`, { exact: true }).waitFor()
    await question.getByRole('button', { name: 'No, go back' }).click()
    const two = { product_id, name: 'Two', price: 30, bprice: 20, serial: 2, logo: await stored() }
    await app.call(topupPackages.create, two, rahim)
    await addProduct('One Keep')
    await addProduct('Other Keep')
    await visit(page, '/topup-packages')
    // Others have one of its name.
    for (const keep of ['One Keep', 'Other Keep']) {
      const shelf = section(page, keep)
      await shelf.locator('summary').click()
      await shelf.getByRole('button', { name: `Delete One (${keep})`, exact: true }).click()
      await question.getByText(`Topup package “One (${keep})” will be deleted. This can’t be undone.`, { exact: true }).waitFor()
      await question.getByRole('button', { name: 'No, go back' }).click()
    }
    await visit(page, '/topup-product')
    await ask()
    await question.getByText(`${words} Its 2 packages will be deleted too.`, { exact: true }).waitFor()
  })

  test('a product leads to its orders', async () => {
    const product = await addProduct('Linked Land')
    await sell(product.package)
    await sell(await addProduct('Other Land').then((other) => other.package))
    const page = await open('/topup-product?q=linked')
    const link = page.getByRole('link', { name: 'Orders of Linked Land' })
    expect(await link.getAttribute('href')).toBe(`/order?product=${product.id}`)
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'Topup Order' }).waitFor()
    await row(page, 'Linked Land').waitFor()
    await eventually(() => page.locator('tbody tr').count()).toBe(1)
    await page.getByRole('button', { name: `Remove Product ID: ${product.id}` }).click()
    await expectQuery(page, {})
    await row(page, 'Other Land').waitFor()
  })

  test('‘Update rate’ alone opens the packages, to be read and repriced', async () => {
    await addProduct('Rated Land')
    await grant(app, 'karim', ['rates'])
    const page = await openAs(browser, 'karim', '/')
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Topup Packages' }).click()
    const shelf = section(page, 'Rated Land')
    await shelf.locator('summary').click()
    await row(page, 'One').getByText('15 tk').waitFor()
    for (const role of ['link', 'button'] as const) {
      expect(await shelf.getByRole(role, { name: /^(Edit|Delete|Add)/ }).count()).toBe(0)
    }
    await shelf.getByLabel('Dollar rate').fill('2')
    await shelf.getByRole('row', { name: /One.*15 tk → 20 tk/ }).waitFor()
    await shelf.getByRole('button', { name: 'Update rate' }).click()
    await sayYes(page)
    await toast(page, 'Dollar rate updated successfully')
    await expectPrice(page, 'One', '20 tk')
  })

  test('‘Top-up packages’ edits a package, but does not move it to another product', async () => {
    const { id: product_id, package: id } = await addProduct('Fixed Fortress')
    const { data: before } = (await app.call(topupPackages.show, { id }, rahim)).body
    await grant(app, 'karim', ['topup_packages'])
    const page = await openAs(browser, 'karim', `/topup-package/edit/${id}`)
    const product = page.getByLabel('Product')
    await page.getByText('Only a super admin can move a package to another product.').waitFor()
    expect([await product.isDisabled(), await product.inputValue()]).toEqual([true, String(product_id)])
    await box(page, 'Name').fill(`${before.name}!`)
    await saveTo(page, 'Topup package updated successfully', '/topup-packages')
    expect((await app.call(topupPackages.show, { id }, rahim)).body.data).toMatchObject({ name: `${before.name}!`, product_id })
  })

  test('every change of a rate can be paged to, ten at a time', async () => {
    const { id: product_id } = await addProduct('Rated Shelf')
    for (let rate = 101; rate <= 111; rate++) await app.call(rates.update, { product_id, dollar_rate: rate }, rahim)
    const page = await open('/topup-packages')
    const rated = section(page, 'Rated Shelf')
    await rated.locator('summary').click()
    await rated.getByRole('button', { name: 'Rate history' }).click()
    const history = rated.getByRole('list', { name: 'Rate history' })
    await eventually(() => history.locator('> li').count()).toBe(10)
    await history.getByText('Rate 111', { exact: true }).waitFor()
    await rated.getByRole('button', { name: 'Next page' }).last().click()
    await history.getByText('Rate 101', { exact: true }).waitFor()
    expect(await history.locator('> li').count()).toBe(1)
  })

  test('a section without packages leads to the form of a first one', async () => {
    const { body } = await app.call(topupProducts.create, { name: 'Empty Shelf', price: 0, logo: await stored() }, rahim)
    const page = await open('/topup-packages')
    await section(page, 'Empty Shelf').locator('summary').click()
    await page.getByText('There is no package under this product.').waitFor()
    await page.getByRole('link', { name: 'Add new package' }).click()
    await page.waitForURL((url) => url.pathname === `/topup-package/add/${body.data.id}`)
  })

  test('are found as they were left, from a saved or cancelled form; sections stay open', async () => {
    for (const note of ['Left A', 'Left B']) await addBanner(note)
    const product = await addProduct('Full Shelf')
    const two = { product_id: product.id, name: 'Two', price: 30, bprice: 20, serial: 2, logo: await stored() }
    await app.call(topupPackages.create, two, rahim)
    const page = await open('/banner?q=left&sort=note&dir=asc')
    await page.getByRole('link', { name: 'Edit Left B' }).click()
    await box(page, 'Note').fill('Left B, mended')
    await saveTo(page, 'Banner updated successfully', '/banner')
    await expectQuery(page, { q: 'left', sort: 'note', dir: 'asc' })
    await row(page, 'Left B, mended').waitFor()
    await visit(page, '/topup-packages')
    const shelf = section(page, 'Full Shelf')
    await shelf.locator('summary').click()
    await shelf.getByRole('searchbox').fill('two')
    await row(page, 'One').waitFor({ state: 'detached' })
    const left = { [`p${product.id}_q`]: 'two' }
    await expectQuery(page, left)
    await page.reload()
    await row(page, 'Two').waitFor()
    expect(await row(page, 'One').count()).toBe(0)
    await page.getByRole('link', { name: 'Edit Two' }).click()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await row(page, 'Two').waitFor()
    expect(await shelf.getByRole('searchbox').inputValue()).toBe('two')
    expect(await row(page, 'One').count()).toBe(0)
    await expectQuery(page, left)
  })
})

/** The stored path of a picture of its own. */
async function stored(): Promise<string> {
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(green.buffer)], { type: 'image/png' }), green.name)
  const reply = await fetch(`${app.url}/api/v1/upload/image`, { method: 'POST', headers: { authorization: rahim }, body: form })
  return ((await reply.json()) as { data: { image: string } }).data.image
}

/** Saves what is typed, without an answer; what the form then reads again is here. */
async function loseSave(page: Page, update: string, show: string) {
  await loseAnswer(page, `**/api/admin/${update}`)
  const refetched = page.waitForResponse(`**/api/admin/${show}`)
  await saveButton(page).click()
  await toast(page, 'No answer came. Check whether it went through.')
  await (await refetched).finished()
}

async function addBanner(note: string, link = '', banner?: string) {
  return (await app.call(banners.create, { note, link, banner: banner ?? (await stored()) }, rahim)).body.data
}

/** A product that tracks a stock of 100, with one package that costs 10 of it. */
async function addProduct(name: string) {
  const logo = await stored()
  const product = (await app.call(topupProducts.create, { name, price: 100, logo, track_stock: 1 }, rahim)).body.data
  const one = { product_id: product.id, name: 'One', price: 15, bprice: 10, serial: 1, logo }
  const { id } = (await app.call(topupPackages.create, one, rahim)).body.data
  return { id: product.id, package: id }
}

async function sell(packageId: number): Promise<void> {
  const order = { user_id: app.world.users.shila, package_id: packageId, playerid: '4711' }
  expect((await app.call(store.placeOrder, order, STORE_KEY)).status).toBe(200)
}

describe('who may what', () => {
  test('the sidebar and the lists show what is granted', async () => {
    const entries = (page: Page) => page.getByRole('navigation', { name: 'Screens' }).getByRole('link').allInnerTexts()
    const catalogue = ['Payment Method', 'Top Product', 'Topup Packages', 'Physical Product', 'Banner', 'Notice', 'landing Page']
    await grant(app, 'nadia', ['topup_products'])
    const page = await openAs(browser, 'nadia', '/')
    await page.getByRole('link', { name: 'Top Product' }).click()
    await page
      .getByRole('link', { name: /^Edit / })
      .first()
      .waitFor()
    expect((await entries(page)).filter((text) => catalogue.includes(text.trim()))).toEqual(['Top Product', 'landing Page'])
    expect(await page.getByRole('link', { name: 'Add package' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: /^Orders of / }).count()).toBe(0)
    await page.getByRole('link', { name: 'Add new' }).waitFor()
    await visit(page, '/banner')
    await toast(page, 'Access Denied')
    expect(await page.getByRole('link', { name: 'Add new' }).count()).toBe(0)
    await visit(page, '/topup-packages')
    await toast(page, 'Access Denied')
    expect(await page.getByRole('link', { name: 'Add new package' }).count()).toBe(0)
  })
})
