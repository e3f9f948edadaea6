import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { LONG_REQUEST_TIMEOUT_MS, REDIRECT_DELAY_MS } from '#contract/limits.ts'
import type { Tk } from '#contract/money.ts'
import { orders } from '#contract/orders.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { vouchers } from '#contract/vouchers.ts'
import { placeOrder, VOUCHER_CODES } from '../world.ts'
import { hold, markChanged, toast, untilQuiet } from './browser.ts'
import { box } from './forms.ts'
import { grant, openAs, openWithClock, visit } from './people.ts'
import { clickTwice, ELSEWHERE } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually, expectQuery, expectRow, expectRows, expectText, headings, idsShown, openMore, rowOf } from './table.ts'

const { app, browser } = await startShop()
const rahim = await app.signIn('rahim')

beforeAll(async () => {
  await grant(app, 'karim', ['vouchers_view', 'vouchers_add'])
})

/** From now on notes how long the page is ready to wait for each call: an address -> milliseconds. */
async function watchPatience(page: Page): Promise<() => Promise<Record<string, number>>> {
  markChanged(page)
  await page.evaluate(() => {
    const patience: Record<string, number> = {}
    const [limit, send] = [AbortSignal.timeout, fetch]
    // A call sets its limit, and is sent at once.
    let latest = 0
    AbortSignal.timeout = (ms) => {
      latest = ms
      return limit.call(AbortSignal, ms)
    }
    window.fetch = (address, init) => {
      patience[String(address)] = latest
      return send(address, init)
    }
    Object.assign(window, { patience })
  })
  return () => page.evaluate(() => (window as unknown as { patience: Record<string, number> }).patience)
}

let made = 0
const fresh = () => `E2E-${String(++made).padStart(4, '0')}-WXYZ`

/** A new Ready voucher of Gems Card. */
const addOne = async (): Promise<{ id: number; code: string }> => {
  const code = fresh()
  await app.call(vouchers.add, { code, package_id: app.world.packages.gemsCard }, rahim)
  const { data } = (await app.call(vouchers.list, { voucher: code }, rahim)).body
  return { id: data.vouchers[0]?.id ?? 0, code }
}

const chooser = (page: Page, label: string) => page.getByRole('combobox', { name: new RegExp(`^${label}( \\*)?$`) })
const choosePackage = async (page: Page, label: string, typed: string) => {
  await chooser(page, label).fill(typed)
  await page
    .getByRole('option', { name: new RegExp(typed) })
    .first()
    .click()
}
/** The list says so; so does each box to choose from, hidden, until its choices are there. */
const nothingFound = (page: Page) => page.getByRole('status').filter({ hasText: 'No Result Found' })
const life = (page: Page) => page.getByRole('dialog').getByRole('listitem').allInnerTexts()

describe('/upins', () => {
  test('stands in the sidebar at its specified place, with title, total and link', async () => {
    const page = await openAs(browser, 'rahim', '/')
    const entries = page.getByRole('navigation', { name: 'Screens' }).getByRole('link')
    const around = async () => {
      const names = (await entries.allInnerTexts()).map((text) => text.trim().split('\n')[0])
      const at = names.indexOf('UniPin Voucher')
      return [names[at - 1], names[at + 1]]
    }
    await eventually(around).toEqual(['Physical Product', 'Add Wallet'])
    await page.getByRole('link', { name: 'UniPin Voucher' }).click()
    await page.getByRole('heading', { level: 1, name: 'UniPin Voucher' }).waitFor()
    const { voucher_count } = (await app.call(vouchers.list, {}, rahim)).body.data
    await page.getByText(`Total Voucher: ${voucher_count}`).waitFor()
    expect(await page.getByRole('link', { name: 'Add Voucher' }).getAttribute('href')).toBe('/upin/add')
    expect(await page.getByLabel('Rows per page').getByRole('option').allTextContents()).toEqual(['5', '10', '25', '50'])
    const columns = ['ID', 'Voucher Code', 'Status', 'Package ID', 'User ID', 'Order ID', 'Created', 'Used at', 'Action']
    await eventually(() => headings(page)).toEqual(columns)
    const id = (await idsShown(page))[0] ?? 0
    await expectRow(page, id, ['••••A002', 'Ready', 'Gems Card', 'Update', 'Delete'])
    expect(
      await rowOf(page, id)
        .getByRole('link', { name: /^Update/ })
        .getAttribute('href'),
    ).toBe(`/unipin/edit/${id}`)
    expect(await page.content()).not.toContain(VOUCHER_CODES[1])
  })

  test('filters by whole code, status, package and user; the address keeps them', async () => {
    const { id, code } = await addOne()
    const long = `LONG-${'A1'.repeat(97)}Z`
    const added = await app.call(vouchers.add, { code: long, package_id: app.world.packages.gemsCard, status: 0 }, rahim)
    expect(added.body.data.created).toBe(1)
    const page = await openAs(browser, 'rahim', '/upins')
    await eventually(() => page.getByLabel('Status', { exact: true }).getByRole('option').allTextContents()).toEqual([
      'All',
      'Ready',
      'Used',
      'Hide',
    ])
    await box(page, 'Full voucher code').fill(code.toLowerCase())
    await expectRows(page, [id])
    await page.getByText('Total Voucher: 1', { exact: true }).waitFor()
    await page.getByLabel('Status', { exact: true }).selectOption('Hide')
    await nothingFound(page).waitFor()
    await expectQuery(page, { voucher: code.toLowerCase(), status: '0' })
    await visit(page, '/profile')
    await visit(page, `/upins?voucher=${code.toLowerCase()}&status=0`)
    await nothingFound(page).waitFor()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expectQuery(page, {})
    await box(page, 'Full voucher code').focus()
    // As it is pasted: `fill` would pass over the box's limit.
    await page.keyboard.insertText(long)
    await page.getByText('Total Voucher: 1', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expectQuery(page, {})
    await choosePackage(page, 'Package', 'Gems Card')
    await expectQuery(page, { package: String(app.world.packages.gemsCard) })
    await page.getByRole('button', { name: /^Remove Package/ }).click()
    await box(page, 'User ID').fill(String(app.world.users.tanvir))
    await nothingFound(page).waitFor()
  })

  test('a card per package says how many codes are left, and shows its vouchers alone', async () => {
    const page = await openAs(browser, 'rahim', '/upins')
    const card = page.getByRole('button', { name: /^Gems Card/ })
    await card.waitFor()
    const { packages } = (await app.call(vouchers.counts, {}, rahim)).body.data
    expect(await card.innerText()).toContain(String(packages[0]?.codes_left))
    expect(await card.innerText()).toContain('None used in 14 days')
    expect(await card.innerText()).toMatch(/Low/)
    await card.click()
    await expectQuery(page, { package: String(app.world.packages.gemsCard) })
    await eventually(() => card.getAttribute('aria-pressed')).toBe('true')
    await visit(page, '/')
    await page.getByRole('link', { name: /Packages low on voucher codes/ }).click()
    await page.getByRole('heading', { level: 1, name: 'UniPin Voucher' }).waitFor()
  })

  test('deleting asks with its name, as seen; the recycle bin restores it', async () => {
    const { id } = await addOne()
    const page = await openAs(browser, 'rahim', '/upins')
    await rowOf(page, id)
      .getByRole('button', { name: /^Delete/ })
      .click()
    const question = page.getByRole('alertdialog')
    expect(await question.innerText()).toMatch(new RegExp(`^Are you sure[^]*Voucher ${id} \\(••••WXYZ\\)`))
    await question.getByRole('button', { name: 'Delete' }).click()
    await toast(page, 'UniPin deleted successfully')
    await eventually(() => idsShown(page)).not.toContain(id)
    await page.getByRole('button', { name: 'Recycle bin' }).click()
    await page.getByRole('heading', { level: 1, name: 'Recycle bin' }).waitFor()
    await rowOf(page, id)
      .getByRole('button', { name: /^Restore/ })
      .click()
    await toast(page, 'UniPin restored successfully')
    await page.getByRole('button', { name: 'Back to the vouchers' }).click()
    await eventually(() => idsShown(page)).toContain(id)

    // One that was edited while the question stood is not deleted.
    await rowOf(page, id)
      .getByRole('button', { name: /^Delete/ })
      .click()
    await app.call(vouchers.update, { id, status: 0, package_id: app.world.packages.gemsCard }, rahim)
    await question.getByRole('button', { name: 'Delete' }).click()
    await toast(page, 'This has changed. Review it and try again.')
    await expectRow(page, id, ['Hide'])
  })

  test('a double click on Restore restores one code, not the one that takes its place', async () => {
    const ids = [(await addOne()).id, (await addOne()).id]
    for (const id of ids) await app.call(vouchers.remove, { id }, rahim)
    const page = await openAs(browser, 'rahim', '/upins?bin=1')
    await eventually(() => idsShown(page)).toEqual(expect.arrayContaining(ids))
    const [first = 0, second = 0] = await idsShown(page)
    const restore = rowOf(page, first).getByRole('button', { name: /^Restore/ })
    await clickTwice(page, restore)
    await untilQuiet(page)
    const inBin = (await app.call(vouchers.bin, { limit: 100 }, rahim)).body.data.vouchers.map(({ id }) => id)
    expect([inBin.includes(first), inBin.includes(second)]).toEqual([false, true])
  })

  test('the recycle bin has its own columns and density', async () => {
    await app.call(vouchers.remove, { id: (await addOne()).id }, rahim)
    const page = await openAs(browser, 'rahim', '/upins')
    const hide = async (name: string) => {
      await openMore(page)
      await page.getByRole('checkbox', { name }).uncheck()
      await page.keyboard.press('Escape')
      await eventually(() => headings(page)).not.toContain(name)
    }
    const stored = (table: string) => page.evaluate((name) => localStorage.getItem(`table:${name}`), table)
    await page.getByRole('columnheader', { name: 'Created' }).waitFor()
    await hide('Created')
    await page.getByRole('button', { name: 'Recycle bin' }).click()
    await page.getByRole('heading', { level: 1, name: 'Recycle bin' }).waitFor()
    await page.getByRole('columnheader', { name: 'Created' }).waitFor()
    await hide('Package ID')
    await eventually(() => stored('upins-bin')).toBe('{"columns":{"package_id":false}}')
    await eventually(() => stored('upins')).toBe('{"columns":{"created_at":false}}')
    await page.getByRole('button', { name: 'Back to the vouchers' }).click()
    await page.getByRole('columnheader', { name: 'Package ID' }).waitFor()
    expect(await headings(page)).not.toContain('Created')
  })

  test('shows a code to who asks for it, and its whole life', async () => {
    const { id, code } = await addOne()
    const page = await openAs(browser, 'rahim', '/upins')
    await rowOf(page, id)
      .getByRole('link', { name: /code ending in WXYZ/ })
      .click()
    await expectQuery(page, { upin: String(id) })
    const drawer = page.getByRole('dialog')
    await eventually(() => life(page)).toHaveLength(1)
    expect((await life(page))[0]).toContain('Rahim Uddin added it')
    expect(await drawer.innerText()).not.toContain(code)
    await drawer.getByRole('button', { name: 'Show code' }).click()
    await drawer.getByRole('button', { name: code }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(code)
    await eventually(async () => (await life(page))[1]).toContain('Rahim Uddin read the code')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await expectQuery(page, {})
    // The link that opened it has the focus again.
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(`?upin=${id}`)
  })

  test('a super admin sets one back that was set to Used by mistake, with a reason', async () => {
    const { id } = await addOne()
    await app.call(vouchers.update, { id, status: 2, package_id: app.world.packages.gemsCard }, rahim)
    const page = await openAs(browser, 'rahim', `/upins?upin=${id}`)
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Set back to Ready' }).click()
    await box(page, 'Reason').fill('Wrong line')
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').getByText(`Voucher ${id} (••••WXYZ) becomes Ready`).waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Set back to Ready' }).click()
    await toast(page, 'Voucher updated successfully')
    await eventually(async () => (await life(page)).at(-1)).toContain('Rahim Uddin set it back to Ready: Wrong line')
    await eventually(() => drawer.getByRole('button', { name: 'Set back to Ready' }).count()).toBe(0)
  })

  test('follows other admins on an open one; a shown code goes once another was typed', async () => {
    const { id, code } = await addOne()
    const page = await openAs(browser, 'rahim', `/upins?upin=${id}`)
    await eventually(() => life(page)).toHaveLength(1)
    const { gemsCard } = app.world.packages
    const hidden = await app.call(vouchers.update, { id, package_id: gemsCard, status: 0 }, await app.signIn('karim'))
    expect(hidden.status).toBe(200)
    await eventually(async () => (await life(page))[1]).toContain('Karim Hossain edited it: Ready → Hide')
    await page.getByRole('dialog').getByRole('definition').getByText('Hide', { exact: true }).waitFor()

    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Show code' }).click()
    await drawer.getByRole('button', { name: code }).waitFor()
    const typed = fresh()
    const changed = await app.call(vouchers.update, { id, package_id: app.world.packages.gemsCard, code: typed }, rahim)
    expect(changed.status).toBe(200)
    await eventually(async () => (await life(page)).at(-1)).toContain('Rahim Uddin edited it')
    expect(await drawer.getByRole('button', { name: code, exact: true }).count()).toBe(0)
    await drawer.getByRole('button', { name: 'Show code' }).click(ELSEWHERE)
    await drawer.getByRole('button', { name: typed }).waitFor()
  })

  test('who may only see and add is offered neither codes nor deletion', async () => {
    const { id, code } = await addOne()
    const page = await openAs(browser, 'karim', '/upins')
    await expectRow(page, id, ['••••WXYZ', 'Update'])
    expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Recycle bin' }).count()).toBe(0)
    await rowOf(page, id)
      .getByRole('link', { name: /code ending in/ })
      .click()
    await page.getByRole('dialog').getByText('Code history').waitFor()
    expect(await page.getByRole('button', { name: 'Show code' }).count()).toBe(0)
    await visit(page, `/unipin/edit/${id}`)
    await eventually(() => box(page, 'Voucher Code').inputValue()).toBe('••••WXYZ')
    expect(await box(page, 'Voucher Code').isEditable()).toBe(false)
    await page.getByLabel('Status', { exact: true }).selectOption('Select Status')
    await page.getByRole('button', { name: 'Updated Voucher' }).click()
    await toast(page, 'Voucher updated successfully')
    expect((await app.call(vouchers.list, { voucher: code }, rahim)).body.data.vouchers[0]?.status).toBe(0)
  })
})

describe('/upin/import', () => {
  test('shows how a file is read, takes a ticked line, and offers the report', async () => {
    const [one, two, three] = [fresh(), fresh(), fresh()]
    const page = await openAs(browser, 'rahim', `/upin/add?package=${app.world.packages.gemsCard}`)
    await page.getByRole('link', { name: /^Import a file/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Import codes' }).waitFor()
    await page.getByRole('button', { name: 'Import codes' }).click()
    await toast(page, 'Choose a file or paste codes')
    const content = `Serial;Code;Price\nS-1;${one};95\nS-2;1. ${two};96\nS-3;6.12E+15;97\nS-4;${three};97`
    const file = { name: 'Zinnia July.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
    await page.getByLabel('File', { exact: true }).setInputFiles(file)
    await page.getByText('2 codes · 2 left out · line 1 has the titles').waitFor()
    expect(await box(page, 'Batch name').inputValue()).toBe('Zinnia July')
    expect(await page.getByLabel('Serial', { exact: true }).inputValue()).toBe('serial')
    await page.getByRole('checkbox', { name: /numbered like a list/ }).check()
    await page.getByText('3 codes · 1 left out').waitFor()
    await page.getByRole('button', { name: 'Import codes' }).click()
    await toast(page, 'Codes imported successfully')
    await page.getByText('3 vouchers were added').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Report of batch/ }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^batch-\d+-.+\.csv$/)
    await page.getByRole('button', { name: 'Import another file' }).click()
    await page.getByText('#1 · Zinnia July').waitFor()
    const { data } = (await app.call(vouchers.list, { voucher: one }, rahim)).body
    await visit(page, `/upins?upin=${data.vouchers[0]?.id}`)
    await page.getByRole('dialog').getByText('#1 · Zinnia July').waitFor()
    await page.getByRole('button', { name: 'Show code' }).click()
    await page.getByRole('dialog').getByText('Serial number: S-1').waitFor()
  })

  test('a paste says why all of its lines are left out, and columns can be chosen', async () => {
    const page = await openAs(browser, 'rahim', '/upin/import')
    await box(page, 'Or paste codes').fill('6.12E+15\n7.12E+15')
    await page.getByText('0 codes · 2 left out').waitFor()
    await expectText(page, 'No line is a voucher code')
    await box(page, 'Or paste codes').fill('AAAA-1111,BBBB-22\nAAAA-1112,BBBB-23')
    await page.getByText('2 codes', { exact: true }).waitFor()
    await page.getByLabel('Column 1', { exact: true }).selectOption('Code')
    await page.getByText('4 codes', { exact: true }).waitFor()
    await page.getByLabel('Column 1', { exact: true }).selectOption('Do not read')
    await page.getByLabel('Column 2', { exact: true }).selectOption('Do not read')
    await page.getByRole('alert').getByText('Choose which column holds the codes').waitFor()
  })
})

describe('/upin/add', () => {
  test('counts lines and repeats before sending, and says what is missing', async () => {
    // Of two low packages none is chosen already.
    const second = await addPackage('Second Gems', fresh())
    const page = await openAs(browser, 'rahim', '/upin/add')
    await page.getByRole('heading', { level: 1, name: 'Create New Voucher' }).waitFor()
    await eventually(() => page.getByLabel('Status', { exact: true }).getByRole('option').allTextContents()).toEqual([
      'Select Status',
      'Active',
      'Used',
    ])
    expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('1')
    await box(page, 'Voucher Code').fill('A-1\n\n a-1 \nB-2\n••••')
    await page.getByText('2 codes · 1 repeated in this paste · 1 not valid').waitFor()
    await box(page, 'Voucher Code').fill('')
    await page.getByRole('button', { name: 'Create Voucher' }).click()
    await expectText(page, 'Package ID is required')
    await choosePackage(page, 'Package ID', 'Gems Card')
    // Of no code nothing becomes Used, so nothing is asked.
    await page.getByLabel('Status', { exact: true }).selectOption('Used')
    await page.getByRole('button', { name: 'Create Voucher' }).click()
    await page.locator('form').getByText('Enter at least one voucher code').waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
    expect((await app.call(topupPackages.remove, { id: second }, rahim)).status).toBe(200)
  })

  test('asks before codes become Used, and shows which code it edits', async () => {
    const codes = [fresh(), fresh()]
    const page = await openAs(browser, 'rahim', '/upin/add')
    const question = page.getByRole('alertdialog')
    await box(page, 'Voucher Code').fill(codes.join('\n'))
    await page.getByLabel('Status', { exact: true }).focus()
    await page.keyboard.press('u')
    await choosePackage(page, 'Package ID', 'Gems Card')
    await page.getByRole('button', { name: 'Create Voucher' }).click()
    await question.getByText('2 codes become Used permanently: they are never sold.').waitFor()
    await question.getByRole('button', { name: 'No, go back' }).click()
    await page.getByLabel('Status', { exact: true }).selectOption('Active')
    await page.getByRole('button', { name: 'Create Voucher' }).click()
    await toast(page, 'UniPin created successfully')
    const { id } = (await app.call(vouchers.list, { voucher: codes[0] ?? '' }, rahim)).body.data.vouchers[0] ?? { id: 0 }
    await visit(page, `/unipin/edit/${id}`)
    await page.getByText(`#${id}`, { exact: true }).waitFor()
    await page.getByLabel('Status', { exact: true }).selectOption('Used')
    await page.getByRole('button', { name: 'Updated Voucher' }).click()
    await question.getByText('1 code becomes Used permanently: it is never sold.').waitFor()
    await question.getByRole('button', { name: 'Save as Used' }).click()
    await toast(page, 'Voucher updated successfully')
  })

  test('goes to the list after 1.5 s if all lines were new; a long paste may take longer', async () => {
    const codes = [fresh(), fresh()]
    const page = await openAs(browser, 'rahim', '/upin/add')
    await box(page, 'Voucher Code').fill(codes.join('\n'))
    // Found by its id too.
    await choosePackage(page, 'Package ID', `#${app.world.packages.gemsCard}`)
    const patience = await watchPatience(page)
    const letGo = await hold(page, `**/api${vouchers.add.path}`)
    await page.getByRole('button', { name: 'Create Voucher' }).click()
    await eventually(async () => (await patience())[`/api${vouchers.add.path}`]).toBe(LONG_REQUEST_TIMEOUT_MS)
    letGo()
    await toast(page, 'UniPin created successfully')
    expect(new URL(page.url()).pathname).toBe('/upin/add')
    await page.waitForURL((url) => url.pathname === '/upins')
    for (const code of codes) expect((await app.call(vouchers.list, { voucher: code }, rahim)).body.data.total).toBe(1)
  })

  test('all existing: the form stays with the words; else it shows what was left out', async () => {
    const { code: known } = await addOne()
    const twice = fresh()
    const page = await openWithClock(browser, 'rahim', '/upin/add')
    await box(page, 'Voucher Code').fill(known)
    await choosePackage(page, 'Package ID', 'Gems Card')
    await page.getByRole('button', { name: 'Create Voucher' }).click()
    await page.locator('form').getByText('All codes already exist').waitFor()
    expect(await box(page, 'Voucher Code').inputValue()).toBe(known)
    await box(page, 'Voucher Code').fill(`${known}\n${twice}\n${twice}\n${'x'.repeat(201)}`)
    await page.getByRole('button', { name: 'Create Voucher' }).click()
    await expectText(page, '1 voucher was added')
    expect(await page.getByLabel('Already added, deleted or repeated in this paste: 2').inputValue()).toBe(`${known}\n${twice}`)
    expect(await page.getByLabel('Not valid codes: 1').inputValue()).toBe('x'.repeat(201))
    const close = page.getByRole('button', { name: 'Close', exact: true }).last()
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Close')
    await page.clock.runFor(2 * REDIRECT_DELAY_MS)
    expect(new URL(page.url()).pathname).toBe('/upin/add')
    await close.click()
    await page.waitForURL((url) => url.pathname === '/upins')
  })
})

/** Another package of Starfall Arena, with one code. */
const addPackage = async (name: string, code: string): Promise<number> => {
  const { id } = await app.db
    .insertInto('topup_packages')
    .values({ product_id: app.world.products.starfall, name, price: 90 as Tk, bprice: 80 as Tk, serial: 90 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.call(vouchers.add, { code, package_id: id }, rahim)
  return id
}

test('by keyboard: the low package is chosen, packages with codes come first', async () => {
  const page = await openAs(browser, 'rahim', '/upin/add')
  const box = chooser(page, 'Package ID')
  await eventually(() => box.inputValue()).toContain('Gems Card')
  await box.fill('gems')
  const found = page.getByRole('listbox').getByRole('option')
  await eventually(async () => (await found.allInnerTexts())[0]).toContain('Gems Card')
  for (const [typed, name] of [
    ['500', '500 Gems'],
    ['season', 'Season Pass'],
  ] as const) {
    await box.fill('')
    await box.pressSequentially(typed)
    await page.keyboard.press('Enter')
    await eventually(() => box.inputValue()).toContain(name)
    await eventually(() => page.getByRole('listbox').filter({ visible: true }).count()).toBe(0)
  }
  expect(new URL(page.url()).pathname).toBe('/upin/add')
})

test('what is typed replaces the chosen package, however late its name arrives', async () => {
  const page = await openAs(browser, 'rahim', '/')
  const release = await hold(page, '**/api/admin/lookup/topup-packages*')
  await page.goto('/upin/add')
  await page.getByRole('main').getByRole('status', { name: 'Loading' }).first().waitFor()
  expect(await chooser(page, 'Package ID').count()).toBe(0)
  release()
  const box = chooser(page, 'Package ID')
  await eventually(() => box.inputValue()).toContain('Gems Card')
  for (const focus of [() => box.focus(), () => box.click()]) {
    await page.getByLabel('Voucher Code').focus()
    await focus()
    await page.keyboard.type('season')
    expect(await box.inputValue()).toBe('season')
  }
  await page.keyboard.press('Enter')
  await eventually(() => box.inputValue()).toContain('Season Pass')
})

test('a package is found by digits and letters typed in Bangla, here and in grants', async () => {
  const name = '১০০ ডায়মন্ড'.normalize('NFC')
  const id = await addPackage(name, fresh())
  const page = await openAs(browser, 'rahim', '/upin/add')
  const bangla = (digits: number) => String(digits).replace(/\d/g, (digit) => String.fromCharCode(0x9e6 + Number(digit)))
  for (const sought of ['১০০ ডা\u09dfমন্ড', '100 ডায়মন্ড'.normalize('NFC'), `#${bangla(id)}`, '  ডা\u09dfমন্ড  ']) {
    await chooser(page, 'Package ID').fill(sought)
    await eventually(() => page.getByRole('option').filter({ hasText: name }).count()).toBe(1)
    expect(await page.getByRole('option').filter({ hasText: 'Gems Card' }).count()).toBe(0)
  }
  await visit(page, `/manage-order-permission/${app.world.admins.karim}`)
  await page.getByRole('searchbox').fill('100 ডা\u09dfমন্ড')
  await page.getByRole('checkbox', { name, exact: true }).waitFor()
  await page.getByRole('searchbox').fill('২০০ gems')
  await expectText(page, 'No Result Found')
  expect((await app.call(topupPackages.remove, { id }, rahim)).status).toBe(200)
})

test('a deleted package is named where a code of it is edited or filtered', async () => {
  const code = fresh()
  const id = await addPackage('Festival Gems', code)
  const { vouchers: added } = (await app.call(vouchers.list, { voucher: code }, rahim)).body.data
  expect((await app.call(topupPackages.remove, { id }, rahim)).status).toBe(200)
  const page = await openAs(browser, 'rahim', `/unipin/edit/${added[0]?.id}`)
  await eventually(() => chooser(page, 'Package ID').inputValue()).toBe(`Festival Gems (Starfall Arena) · #${id}`)
  await choosePackage(page, 'Package ID', 'Gems Card')
  await choosePackage(page, 'Package ID', 'Festival Gems')
  await page.getByLabel('Status', { exact: true }).selectOption('0')
  await page.getByRole('button', { name: 'Updated Voucher' }).click()
  await toast(page, 'Voucher updated successfully')
  await visit(page, `/upins?package=${id}`)
  await expectRows(page, [added[0]?.id ?? 0])
  await eventually(() => chooser(page, 'Package').inputValue()).toBe(`Package #${id}`)
  await page.getByRole('button', { name: `Remove Package: ${id}` }).click()
  await eventually(() => chooser(page, 'Package').inputValue()).toBe('')
  await expectQuery(page, {})
})

test('packages that could not be read are marked where one is chosen, and retried', async () => {
  const page = await openAs(browser, 'rahim', '/profile')
  const away = { success: false, message: 'Not now', errors: [] }
  await page.route('**/api/admin/lookup/topup-packages*', (route) => route.fulfill({ status: 503, json: away }))
  await visit(page, '/upin/add')
  const message = page.locator('form').getByRole('alert').filter({ hasText: 'Not now' })
  await message.waitFor()
  await eventually(() => chooser(page, 'Package ID').getAttribute('placeholder')).toBe('Not now')
  await page.unroute('**/api/admin/lookup/topup-packages*')
  const release = await hold(page, '**/api/admin/lookup/topup-packages*')
  await message.getByRole('button', { name: 'Try again' }).click()
  await message.waitFor({ state: 'detached' })
  // Its name would be put beside what is typed before it arrives.
  expect(await chooser(page, 'Package ID').isEditable()).toBe(false)
  release()
  await eventually(() => chooser(page, 'Package ID').inputValue()).toContain('Gems Card')
  await choosePackage(page, 'Package ID', 'Gems Card')
})

describe('/unipin/edit', () => {
  test('opens with the mask, shows the code when asked, and saves another', async () => {
    const { id, code } = await addOne()
    const page = await openAs(browser, 'rahim', `/unipin/edit/${id}`)
    await page.getByRole('heading', { level: 1, name: 'Edit Voucher' }).waitFor()
    await eventually(() => box(page, 'Voucher Code').inputValue()).toBe('••••WXYZ')
    await eventually(() => chooser(page, 'Package ID').inputValue()).toContain('Gems Card')
    await page.getByRole('button', { name: 'Show code' }).click()
    await eventually(() => box(page, 'Voucher Code').inputValue()).toBe(code)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
    await box(page, 'Voucher Code').fill('')
    await page.getByRole('button', { name: 'Updated Voucher' }).click()
    await expectText(page, 'Voucher Code is required')
    const next = fresh()
    await box(page, 'Voucher Code').fill(next)
    await page.getByRole('button', { name: 'Updated Voucher' }).click()
    await toast(page, 'Voucher updated successfully')
    await page.waitForURL((url) => url.pathname === '/upins')
    expect((await app.call(vouchers.list, { voucher: next }, rahim)).body.data.vouchers[0]?.id).toBe(id)
  })

  test('a code that was typed while the present one was on its way stays', async () => {
    const { id } = await addOne()
    const page = await openAs(browser, 'rahim', `/unipin/edit/${id}`)
    const letGo = await hold(page, `**${vouchers.reveal.path.replace(':id', String(id))}`)
    await page.getByRole('button', { name: 'Show code' }).click()
    const next = fresh()
    await box(page, 'Voucher Code').fill(next)
    letGo()
    await toast(page, 'Shown and recorded in the code history')
    expect(await box(page, 'Voucher Code').inputValue()).toBe(next)
    await page.getByRole('button', { name: 'Updated Voucher' }).click()
    await toast(page, 'Voucher updated successfully')
    expect((await app.call(vouchers.list, { voucher: next }, rahim)).body.data.vouchers[0]?.id).toBe(id)
  })

  test('another admin’s change is shown first; a shown code does not undo it', async () => {
    const { id, code } = await addOne()
    const page = await openAs(browser, 'rahim', `/unipin/edit/${id}`)
    const [codeBox, status] = [box(page, 'Voucher Code'), page.getByLabel('Status', { exact: true })]
    const saveButton = page.getByRole('button', { name: 'Updated Voucher' })
    const { gemsCard: package_id } = app.world.packages
    await eventually(() => codeBox.inputValue()).toBe('••••WXYZ')
    await app.call(vouchers.update, { id, package_id, status: 0 }, rahim)
    await saveButton.click()
    await toast(page, 'This has changed.')
    await page.getByRole('button', { name: 'Continue with these changes' }).click()
    expect(await status.inputValue()).toBe('0')
    await page.getByRole('button', { name: 'Show code' }).click()
    await eventually(() => codeBox.inputValue()).toBe(code)
    const corrected = fresh().replace('WXYZ', 'QRST')
    expect((await app.call(vouchers.update, { id, package_id, status: 0, code: corrected }, rahim)).status).toBe(200)
    await status.selectOption('1')
    await saveButton.click()
    await page.getByRole('button', { name: 'Continue with these changes' }).click()
    await eventually(() => codeBox.inputValue()).toBe(`••••${corrected.slice(-4)}`)
    await saveButton.click()
    await toast(page, 'Voucher updated successfully')
    const { vouchers: found } = (await app.call(vouchers.list, { voucher: corrected }, rahim)).body.data
    expect(found.map((row) => [row.id, row.status])).toEqual([[id, 1]])
  })

  test('a delivered one says so and changes no more', async () => {
    const order = await placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages.gemsCard })
    expect((await app.call(orders.setStatus, { id: order, status: 'completed' }, rahim)).status).toBe(200)
    const { vouchers: used } = (await app.call(vouchers.list, { user: app.world.users.shila }, rahim)).body.data
    const id = used[0]?.id ?? 0
    const page = await openAs(browser, 'rahim', `/unipin/edit/${id}`)
    await page.getByText('This voucher is used').waitFor()
    expect(await box(page, 'Voucher Code').isEditable()).toBe(false)
    await eventually(() => page.getByLabel('Status', { exact: true }).getByRole('option').allTextContents()).toEqual(['Used'])
    expect(await page.getByRole('button', { name: 'Updated Voucher' }).count()).toBe(0)
    // Package and customer by ids that can be copied, as the filters want them.
    const { shila } = app.world.users
    await visit(page, `/upins?user=${shila}`)
    await rowOf(page, id)
      .getByRole('button', { name: `#${app.world.packages.gemsCard}`, exact: true })
      .waitFor()
    await rowOf(page, id).getByRole('link', { name: 'shila', exact: true }).waitFor()
    await rowOf(page, id)
      .getByRole('button', { name: `#${shila}`, exact: true })
      .last()
      .click()
    await toast(page, `Copied User ID:: ${shila}`)
    // The way to it from the order.
    await visit(page, `/order?status=all&order=${order}`)
    await page.getByRole('link', { name: `Voucher ${id}`, exact: true }).click()
    await expectQuery(page, { upin: String(id) })
    await eventually(async () => (await life(page)).join(' ')).toContain(`delivered it to shila with order ${order}`)
  })
})

test('a package that got codes by mistake sells by hand; typed text stays', async () => {
  const { gems100 } = app.world.packages
  const code = fresh()
  await app.call(vouchers.add, { code, package_id: gems100 }, rahim)
  const page = await openAs(browser, 'rahim', `/topup-package/edit/${gems100}`)
  await page.getByText('Each order is delivered with a voucher code; codes left: 1.').waitFor()
  await page.getByText('To stop selling codes, first delete, hide or move its Ready codes.').waitFor()
  expect(await page.getByRole('button', { name: 'Stop selling codes' }).count()).toBe(0)
  await placeOrder(app.db, { userId: app.world.users.shila, packageId: gems100 })
  await visit(page, '/profile')
  await visit(page, `/topup-package/edit/${gems100}`)
  await box(page, 'Name').fill('100 Gems, by hand')
  const question = page.getByRole('alertdialog', { name: 'Are you sure' })
  const agree = async (to: string, position = {}) => {
    await question.getByText(to).waitFor()
    await question.getByRole('button', { name: 'Stop selling codes' }).click(position)
  }
  const stop = async () => {
    await page.getByRole('button', { name: 'Stop selling codes' }).click()
    await agree('will be sold without codes')
  }
  await stop()
  await toast(page, 'It has Ready codes: 1. Delete, hide or move them first.')
  const { id } = (await app.call(vouchers.list, { voucher: code }, rahim)).body.data.vouchers[0] ?? { id: 0 }
  await app.call(vouchers.remove, { id }, rahim)
  await stop()
  const open = 'Open orders of 100 Gems that will get no code: 1. Deliver each by hand.'
  await question.getByText(open).waitFor()
  await question.getByRole('button', { name: 'No, go back' }).click()
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Stop selling codes')
  expect((await app.call(topupPackages.show, { id: gems100 }, rahim)).body.data).toMatchObject({ sells_vouchers: true })
  await stop()
  await agree(open, ELSEWHERE)
  await toast(page, 'Topup package updated successfully')
  await eventually(() => page.getByRole('button', { name: 'Stop selling codes' }).count()).toBe(0)
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  expect(await box(page, 'Name').inputValue()).toBe('100 Gems, by hand')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Topup package updated successfully')
  const { data } = (await app.call(topupPackages.show, { id: gems100 }, rahim)).body
  expect(data).toMatchObject({ name: '100 Gems, by hand', sells_vouchers: false, availability: 'on_sale' })
})
