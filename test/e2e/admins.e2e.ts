import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { permissions } from '#contract/permissions.ts'
import { placeOrder } from '../world.ts'
import { hold, untilQuiet } from './browser.ts'
import { box, fill, picture, saveButton, saveTo } from './forms.ts'
import { fillSignIn, openAs, visit } from './people.ts'
import { act } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually, expectRow, expectText, headings, idsShown, openFilter, rowOf } from './table.ts'

const { app, browser } = await startShop()

beforeAll(async () => {
  await placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages.seasonPass })
})

const ARIF = {
  'First name': 'Arif',
  'Last name': 'Chowdhury',
  Username: 'arif',
  Email: 'arif@demo.topdeck.example',
}
const FIRST_PASSWORD = 'ten letters at least'
const OWN_PASSWORD = 'an own password'

const passwords = async (page: Page, password: string, confirmed = password) => {
  await page.locator('input[name="password"]').fill(password)
  await page.locator('input[name="confirm_password"]').fill(confirmed)
}

const adminId = async (username: string) =>
  (await app.db.selectFrom('admins').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id

const entries = (page: Page) => page.getByRole('navigation', { name: 'Screens' }).getByRole('link')

/** Signs an admin in who is not one of the world's people. */
const chooseOwn = async (page: Page, given: string) => {
  await page.getByRole('heading', { level: 1, name: 'Choose your own password' }).waitFor()
  await page.getByText('You were given this password. Choose your own to continue.').waitFor()
  await page.getByLabel('Old password').fill(given)
  await page.getByLabel('New password').fill(OWN_PASSWORD)
  await page.getByLabel('Confirm password').fill(OWN_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
}

const openFor = async (identity: string, password: string): Promise<Page> => {
  const page = await browser.newPage()
  await page.goto('/login')
  await fillSignIn(page, identity, password)
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

describe('a new admin, from the account to the first order', () => {
  test('is added, with every mistake at its field', async () => {
    const page = await openAs(browser, 'rahim', '/admins')
    await page.getByRole('heading', { level: 1, name: 'Admins', exact: true }).waitFor()
    await eventually(() => headings(page)).toEqual([
      'ID',
      'Name',
      'Username',
      'Role',
      'Access',
      'Wallet',
      'Email',
      'Phone',
      'Last seen',
      'Created',
      'Action',
    ])
    await page.getByRole('link', { name: 'Add new admin' }).click()
    await page.getByRole('heading', { level: 1, name: 'Create new admin' }).waitFor()
    await saveButton(page).click()
    for (const message of ['First name is required', 'Username is required', 'Email is required', 'Password is required']) {
      await expectText(page, message)
    }
    await eventually(() => box(page, 'Email').getAttribute('type')).toBe('email')
    await fill(page, { texts: { ...ARIF, Email: 'arif at topdeck' } })
    await saveButton(page).click()
    await expectText(page, 'Must be an email')
    await fill(page, { texts: ARIF })
    await passwords(page, FIRST_PASSWORD, 'something else')
    await saveButton(page).click()
    await expectText(page, 'Passwords do not match')
    await fill(page, { texts: { Username: 'karim' } })
    await passwords(page, FIRST_PASSWORD)
    await saveButton(page).click()
    await expectText(page, 'This username belongs to another admin')
    await fill(page, { texts: { Username: 'arif' } })
    await saveTo(page, 'Admin created successfully', '/admins')
    await expectRow(page, await adminId('arif'), [
      'Arif Chowdhury',
      'Sub-admin',
      'Password due',
      'Auths: 0',
      'Manage Auth Permission',
      'Manage Order Permission',
    ])
  })

  test('is led to choosing an own password before anything else', async () => {
    const arif = await openFor(ARIF.Email, FIRST_PASSWORD)
    await chooseOwn(arif, FIRST_PASSWORD)
    await arif.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await arif.reload()
    await arif.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  })

  test('is granted tasks by a preset and single boxes, and sees their screens at once', async () => {
    const arif = await openFor(ARIF.Email, OWN_PASSWORD)
    await eventually(() => entries(arif).allInnerTexts()).toEqual([
      'Dashboard',
      'Create Transaction',
      'My Request',
      'landing Page',
      'Profile',
      'Shift sheet',
    ])
    const page = await openAs(browser, 'rahim', '/admins')
    await page.getByRole('link', { name: 'Manage Auth Permission of Arif Chowdhury' }).click()
    await page.getByRole('heading', { level: 1, name: 'Manage Auth Permission' }).waitFor()
    for (const text of ['Arif Chowdhury', 'arif', ARIF.Email, 'No changes']) await expectText(page, text)
    await page.getByRole('button', { name: 'Use the permissions of Order agent' }).click()
    await page.getByRole('checkbox', { name: 'See customers', exact: true }).check()
    await expectText(page, '8 changes')
    await page.getByRole('checkbox', { name: 'Cancel orders', exact: true }).uncheck()
    await expectText(page, '7 changes')
    await saveButton(page).click()
    await expectText(page, 'Permission updated successfully')
    await expectText(page, 'No changes')
    expect(new URL(page.url()).pathname).toBe(`/manage-auth-permission/${await adminId('arif')}`)
    // Without a reload: the stream has told it.
    await eventually(() => entries(arif).allInnerTexts()).toEqual([
      'Dashboard',
      'User',
      'Order',
      'Admin Order',
      'Product Order',
      'Create Transaction',
      'My Request',
      'landing Page',
      'Profile',
      'Shift sheet',
    ])
  })

  test('is granted packages, whole products too, and sees their orders', async () => {
    const page = await openAs(browser, 'rahim', '/admins')
    await page.getByRole('link', { name: 'Manage Order Permission of Arif Chowdhury' }).click()
    await page.getByRole('heading', { level: 1, name: 'Manage Order Permission' }).waitFor()
    const starfall = page.locator('details', { hasText: 'Starfall Arena' })
    await starfall.getByText('0 of 3').waitFor()
    await starfall.locator('summary').click()
    const all = starfall.getByRole('checkbox', { name: 'Select all of All packages of Starfall Arena' })
    await starfall.getByRole('checkbox', { name: '100 Gems', exact: true }).check()
    await starfall.getByText('1 of 3').waitFor()
    await eventually(() => all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
    await all.click()
    await starfall.getByText('3 of 3').waitFor()
    await page.getByRole('searchbox').fill('season')
    await starfall.waitFor({ state: 'detached' })
    await page.getByText('250 tk').waitFor()
    await page.getByRole('checkbox', { name: 'The whole product Ironvale Online, future packages too' }).check()
    await expectText(page, '4 changes')
    await page.keyboard.press('Control+Enter')
    await expectText(page, 'Permission updated successfully')
    const arif = await openFor(ARIF.Email, OWN_PASSWORD)
    await visit(arif, '/order')
    await arif.getByText('Season Pass').first().waitFor()
  })

  test('another one gets the same by a copy, and leaving with unsaved boxes asks', async () => {
    const page = await openAs(browser, 'rahim', `/manage-order-permission/${app.world.admins.nadia}`)
    await page.getByLabel('Copy from another admin').selectOption('Arif Chowdhury')
    await page.getByRole('button', { name: 'Use the permissions of Arif Chowdhury' }).click()
    await expectText(page, '4 changes')
    await page.getByRole('link', { name: 'Admin', exact: true }).click()
    await page.getByRole('alertdialog').getByText('What you typed here is not saved.').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'No, go back' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expectText(page, 'No changes')
    await page.getByRole('link', { name: 'Admin', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/admins')
  })
})

test('a preset ticks all that it needs by one button, which keeps the focus', async () => {
  const page = await openAs(browser, 'rahim', `/manage-auth-permission/${app.world.admins.nadia}`)
  await page.getByRole('checkbox', { name: 'Notices', exact: true }).check()
  await expectText(page, '1 change')
  await page.getByRole('group', { name: 'Preset' }).getByRole('button', { name: 'Use the permissions of Cashier' }).press('Enter')
  await eventually(() => page.getByText(/^\d+ changes?$/).innerText()).not.toBe('1 change')
  expect(await page.getByRole('checkbox', { name: 'Notices', exact: true }).isChecked()).toBe(false)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cashier')
  await page.getByRole('region', { name: 'Notices' }).getByText('· Activated', { exact: true }).waitFor()
})

describe('arrow keys in a closed box to choose from', () => {
  test('reach each admin, and read none before the button', async () => {
    const page = await openAs(browser, 'rahim', `/manage-order-permission/${app.world.admins.nadia}`)
    const box = page.getByLabel('Copy from another admin')
    await box.getByRole('option').nth(2).waitFor({ state: 'attached' })
    const requests: string[] = []
    const others = permissions.packages.path.replace(':admin_id', '')
    page.on('request', (request) => request.url().includes(others) && requests.push(request.url()))
    await box.press('ArrowDown')
    await box.press('ArrowDown')
    const second = await box.getByRole('option').nth(2).getAttribute('value')
    expect(await box.inputValue()).toBe(second)
    await untilQuiet(page)
    expect(requests).toEqual([])
    await page.getByRole('button', { name: 'Use the permissions of' }).press('Enter')
    await eventually(() => requests.map((url) => url.endsWith(`/${second}`))).toEqual([true])
  })
})

describe('a copy that is still on its way', () => {
  const copy = (page: Page) => page.getByLabel('Copy from another admin')
  const copyOf = async (page: Page, name: string) => {
    await copy(page).selectOption(name)
    await page.getByRole('button', { name: `Use the permissions of ${name}` }).click()
  }
  const changes = (page: Page) => page.getByText(/^(No changes|\d+ changes?)$/).innerText()
  const answered = (page: Page, path: string, id: number) => {
    const address = path.replace(':admin_id', String(id))
    return page.waitForResponse((reply) => reply.url().endsWith(address)).then((reply) => reply.finished())
  }

  test('gives way to a box that is ticked meanwhile', async () => {
    const { karim, nadia } = app.world.admins
    const { path } = permissions.auths
    const page = await openAs(browser, 'rahim', `/manage-auth-permission/${nadia}`)
    await copy(page).getByRole('option', { name: 'Karim Hossain' }).waitFor({ state: 'attached' })
    const release = await hold(page, `**${path.replace(':admin_id', String(karim))}`)
    const arrived = answered(page, path, karim)
    await copyOf(page, 'Karim Hossain')
    await copy(page).getByRole('option', { name: 'Loading' }).waitFor({ state: 'attached' })
    await page.getByRole('checkbox', { name: 'Notices', exact: true }).check()
    await expectText(page, '1 change')
    release()
    await arrived
    await copy(page).getByRole('option', { name: 'Choose an admin' }).waitFor({ state: 'attached' })
    expect(await changes(page)).toBe('1 change')
    await copyOf(page, 'Karim Hossain')
    await eventually(() => changes(page)).not.toBe('1 change')
  })

  test('is no less wanted where a saved choice is read again meanwhile', async () => {
    const { karim, nadia } = app.world.admins
    const { path } = permissions.auths
    const page = await openAs(browser, 'rahim', `/manage-auth-permission/${nadia}`)
    await copy(page).getByRole('option', { name: 'Karim Hossain' }).waitFor({ state: 'attached' })
    const notices = page.getByRole('checkbox', { name: 'Notices', exact: true })
    await notices.check()
    const letGo = await hold(page, `**${path.replace(':admin_id', String(karim))}`)
    await saveButton(page).click()
    await copyOf(page, 'Karim Hossain')
    await expectText(page, 'No changes')
    letGo()
    await eventually(() => changes(page)).not.toBe('No changes')
    await page.getByRole('button', { name: 'Discard' }).click()
    await notices.uncheck()
    await saveButton(page).click()
    await expectText(page, 'No changes')
  })

  test('gives way to one that is chosen after it', async () => {
    const { karim, nadia } = app.world.admins
    const { path } = permissions.packages
    const arif = await adminId('arif')
    const page = await openAs(browser, 'rahim', `/manage-order-permission/${nadia}`)
    await copy(page).getByRole('option', { name: 'Karim Hossain' }).waitFor({ state: 'attached' })
    const letGo = await hold(page, `**${path.replace(':admin_id', String(arif))}`)
    const [late, sooner] = [answered(page, path, arif), answered(page, path, karim)]
    await copyOf(page, 'Arif Chowdhury')
    await copyOf(page, 'Karim Hossain')
    await sooner
    await copy(page).getByRole('option', { name: 'Choose an admin' }).waitFor({ state: 'attached' })
    const karims = await changes(page)
    expect(karims).not.toBe('4 changes')
    letGo()
    await late
    await untilQuiet(page)
    expect(await changes(page)).toBe(karims)
  })
})

test('Enter in the search of tasks and of packages looks at once, and saves nothing', async () => {
  const karim = app.world.admins.karim
  const token = await app.signIn('rahim')
  const before = (await app.call(permissions.auths, { admin_id: karim }, token)).body.data
  for (const [screen, sought] of [
    ['manage-auth-permission', 'notices'],
    ['manage-order-permission', 'starfall'],
  ] as const) {
    const page = await openAs(browser, 'rahim', `/${screen}/${karim}`)
    const sent: string[] = []
    const saving = [permissions.setAuths.path, permissions.setPackages.path]
    page.on('request', (request) => saving.some((path) => request.url().endsWith(path)) && sent.push(request.url()))
    const boxes = page.getByRole('checkbox')
    // The first box of the packages is for all of them.
    await boxes.nth(screen === 'manage-order-permission' ? 1 : 0).check()
    const all = await boxes.count()
    await page.getByRole('searchbox').fill(sought)
    await page.getByRole('searchbox').press('Enter')
    // Earlier than the pause in typing that it does not need.
    expect(await boxes.count()).toBeLessThan(all)
    await untilQuiet(page)
    // The first box of the tasks is for the two of its group that Karim lacks.
    await expectText(page, screen === 'manage-order-permission' ? '1 change' : '2 changes')
    expect(sent).toEqual([])
  }
  expect((await app.call(permissions.auths, { admin_id: karim }, token)).body.data).toEqual(before)
})

test('Discard and Clear vanish after use; the focus goes to Save and to the search', async () => {
  for (const screen of ['manage-auth-permission', 'manage-order-permission']) {
    const page = await openAs(browser, 'rahim', `/${screen}/${app.world.admins.karim}`)
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent)
    await page.getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Discard' }).press('Enter')
    await expectText(page, 'No changes')
    expect(await focused()).toBe('Save')
    await page.getByRole('searchbox').fill('zzz')
    await expectText(page, 'No Result Found')
    await page.getByRole('button', { name: 'Clear' }).last().press('Enter')
    await page.getByRole('checkbox').first().waitFor()
    expect(await focused()).toBe('Search')
    await page.getByRole('searchbox').fill('a')
    await page.getByRole('search').getByRole('button', { name: 'Clear' }).click()
    expect(await focused()).toBe('Search')
  }
})

describe('under a search', () => {
  test('a box for a product’s packages is about all of them, also hidden ones', async () => {
    const page = await openAs(browser, 'rahim', `/manage-order-permission/${app.world.admins.nadia}`)
    const starfall = page.locator('details', { hasText: 'Starfall Arena' })
    const all = starfall.getByRole('checkbox', { name: 'Select all of All packages of Starfall Arena' })
    const one = starfall.getByRole('checkbox', { name: '100 Gems', exact: true })
    await page.getByRole('searchbox').fill('100 gems')
    await starfall.getByRole('checkbox', { name: '500 Gems', exact: true }).waitFor({ state: 'detached' })
    await starfall.getByText('0 of 3').waitFor()
    await one.check()
    await starfall.getByText('1 of 3').waitFor()
    await eventually(() => all.evaluate((box: HTMLInputElement) => [box.indeterminate, box.checked])).toEqual([true, false])
    await all.click()
    await starfall.getByText('3 of 3').waitFor()
    await expectText(page, '3 changes')
    expect(await starfall.getByRole('listitem').count()).toBe(1)
    await page.getByRole('searchbox').fill('')
    await page.getByRole('heading', { name: 'Ironvale' }).waitFor()
    await starfall.locator('summary').click()
    await starfall.getByRole('checkbox', { name: '500 Gems', exact: true }).and(page.locator(':checked')).waitFor()
  })

  test('a box for a screen’s tasks is about all of them, also hidden ones', async () => {
    const { data } = (await app.call(permissions.modules, { limit: 100 }, await app.signIn('rahim'))).body.data
    const tasks = data.filter(({ auth_url, status }) => auth_url === '/order' && status === 1)
    expect(tasks.length).toBeGreaterThan(1)
    const page = await openAs(browser, 'rahim', `/manage-auth-permission/${app.world.admins.nadia}`)
    const group = page.getByRole('region', { name: 'Top-up orders', exact: true })
    await page.getByRole('searchbox').fill('Cancel orders')
    await eventually(() => group.getByRole('listitem').count()).toBe(1)
    await group.getByRole('checkbox', { name: 'Select all of Top-up orders', exact: true }).check()
    await expectText(page, `${tasks.length} changes`)
  })
})

describe('a product without packages', () => {
  test('is found, given as a whole before its first package, and taken back', async () => {
    const { nadia } = app.world.admins
    const { id } = await app.db
      .insertInto('topup_products')
      .values({ name: 'Frostmark Tactics' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const token = await app.signIn('rahim')
    const granted = async () => (await app.call(permissions.packages, { admin_id: nadia }, token)).body.data.topup_product_id
    const page = await openAs(browser, 'rahim', `/manage-order-permission/${nadia}`)
    const section = page.locator('details', { hasText: 'Frostmark Tactics' })
    await section.getByText('0 of 0').waitFor()
    await page.getByRole('searchbox').fill('frostmark')
    await page.locator('details', { hasText: 'Starfall Arena' }).waitFor({ state: 'detached' })
    await section.getByText('There is no package under this product.').waitFor()
    const whole = section.getByRole('checkbox', { name: 'The whole product Frostmark Tactics, future packages too' })
    await whole.check()
    await saveButton(page).click()
    await expectText(page, 'Permission updated successfully')
    expect(await granted()).toEqual([id])

    await page.reload()
    await section.getByText('The whole product', { exact: true }).waitFor()
    // What is granted stands open.
    await whole.uncheck()
    await saveButton(page).click()
    await expectText(page, 'Permission updated successfully')
    await eventually(granted).toEqual([])
    await app.db.deleteFrom('topup_products').where('id', '=', id).execute()
  })
})

describe('what another admin has changed meanwhile', () => {
  test("is told in an alert dialog 'Error!', nothing is overwritten, and one's own boxes stay", async () => {
    const karim = app.world.admins.karim
    const page = await openAs(browser, 'rahim', `/manage-auth-permission/${karim}`)
    const banners = page.getByRole('checkbox', { name: 'Banners', exact: true })
    await banners.check()
    const token = await app.signIn('rahim')
    const { data: before } = (await app.call(permissions.auths, { admin_id: karim }, token)).body
    const more = await app.db.selectFrom('auth_modules').select('id').where('key', '=', 'notices').executeTakeFirstOrThrow()
    await app.call(permissions.setAuths, { admin_id: karim, auth_ids: [...before, more.id] }, token)
    await saveButton(page).click()
    const alert = page.getByRole('alertdialog', { name: 'Error!' })
    await alert.getByText('This has changed.').waitFor()
    await alert.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('checkbox', { name: 'Notices', exact: true }).and(page.locator(':checked')).waitFor()
    await expectText(page, '1 change')
    await saveButton(page).click()
    await expectText(page, 'Permission updated successfully')
    const { data: after } = (await app.call(permissions.auths, { admin_id: karim }, token)).body
    expect(after).toHaveLength(before.length + 2)
  })

  test('stands where one’s own box was ticked and put back; ticks during a save stay', async () => {
    const karim = app.world.admins.karim
    const token = await app.signIn('rahim')
    const { data: had } = (await app.call(permissions.auths, { admin_id: karim }, token)).body
    const idOf = async (key: string) =>
      (await app.db.selectFrom('auth_modules').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id
    const notices = await idOf('notices')
    const before = [...new Set([...had, notices])]
    await app.call(permissions.setAuths, { admin_id: karim, auth_ids: before }, token)
    const page = await openAs(browser, 'rahim', `/manage-auth-permission/${karim}`)
    const tick = (name: string) => page.getByRole('checkbox', { name, exact: true })
    await tick('Notices').uncheck()
    await expectText(page, '1 change')
    await tick('Notices').check()
    await expectText(page, 'No changes')
    await app.call(permissions.setAuths, { admin_id: karim, auth_ids: before.filter((id) => id !== notices) }, token)
    // The tab is looked at again.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await eventually(() => tick('Notices').isChecked()).toBe(false)
    await expectText(page, 'No changes')

    await tick('Payment methods').check()
    const letGo = await hold(page, `**${permissions.setAuths.path}`)
    await saveButton(page).click()
    await expectText(page, 'Updating permission...')
    await tick('Update rate').check()
    letGo()
    await expectText(page, 'Permission updated successfully')
    await expectText(page, '1 change')
    expect(await tick('Update rate').isChecked()).toBe(true)
    await saveButton(page).click()
    await expectText(page, 'No changes')
    const { data: after } = (await app.call(permissions.auths, { admin_id: karim }, token)).body
    expect(after).toHaveLength(before.length + 1)
    expect(after).not.toContain(notices)
  })

  test('is taken back while it is saved: that stands as a change; no discard of the save', async () => {
    const karim = app.world.admins.karim
    const token = await app.signIn('rahim')
    const granted = async () => (await app.call(permissions.auths, { admin_id: karim }, token)).body.data
    const page = await openAs(browser, 'rahim', `/manage-auth-permission/${karim}`)
    const box = page.getByRole('checkbox', { name: 'Physical products', exact: true })
    await box.waitFor()
    const before = await granted()
    await box.check()
    const letGo = await hold(page, `**${permissions.setAuths.path}`)
    await saveButton(page).click()
    await expectText(page, 'Updating permission...')
    await page.getByRole('button', { name: 'Discard' }).and(page.locator(':disabled')).waitFor()
    // An admin who thinks better of it is not told that it is not saved.
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').first().click()
    await page.getByRole('alertdialog').getByText('It is being saved. Leaving does not stop it.').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'No, go back' }).click()
    await box.uncheck()
    // That again is not on its way.
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').first().click()
    await page.getByRole('alertdialog').getByText('What you typed here is not saved.').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'No, go back' }).click()
    letGo()
    await expectText(page, 'Permission updated successfully')
    expect(await granted()).toHaveLength(before.length + 1)
    await expectText(page, '1 change')
    expect(await box.isChecked()).toBe(false)
    await saveButton(page).click()
    await expectText(page, 'No changes')
    expect(await granted()).toEqual(before)
  })
})

describe('/auths', () => {
  test('an inactive module is activated under checked texts and can then be granted', async () => {
    await app.db.updateTable('auth_modules').set({ status: 0 }).where('key', '=', 'rates').execute()
    const { id } = await app.db.selectFrom('auth_modules').select('id').where('key', '=', 'rates').executeTakeFirstOrThrow()
    const grants = await openAs(browser, 'rahim', `/manage-auth-permission/${app.world.admins.karim}`)
    await grants.getByRole('checkbox', { name: 'Update rate', exact: true }).and(grants.locator(':disabled')).waitFor()
    const page = await openAs(browser, 'rahim', '/auths')
    await page.getByRole('heading', { level: 1, name: 'Auths', exact: true }).waitFor()
    // Whatever waits to be activated comes first.
    await eventually(async () => (await idsShown(page))[0]).toBe(id)
    await page.goto('/auths?q=rates')
    await expectRow(page, id, ['Update rate', 'rates', 'Inactive'])
    await page.getByRole('button', { name: 'Active: Update rate' }).click()
    const dialog = page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: 'Active', exact: true })
    for (const [label, typed, text] of [
      ['Name', '', 'Auth name is required'],
      ['Slug', '', 'Slug is required'],
      ['Slug', 'Not A Slug', 'Invalid slug type. Slug should be like:- this_is_a_valid_slug'],
      ['Slug', 'banners', 'This slug belongs to another module'],
      ['Description', '', 'Description is required'],
    ] as const) {
      const box = dialog.getByRole('textbox', { name: label })
      const was = await box.inputValue()
      await box.fill(typed)
      await submit.click()
      await dialog.getByText(text).waitFor()
      await box.fill(was)
    }
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Reprice')
    await submit.click()
    await expectText(page, 'Auth activated successfully')
    await expectRow(page, id, ['Reprice', 'rates', 'Activated'])
    await grants.reload()
    await grants.getByRole('checkbox', { name: 'Reprice', exact: true }).and(grants.locator(':enabled')).waitFor()
  })
})

test('in Bangla tasks are found by the names and descriptions that are shown', async () => {
  const look = { language: 'bn' } as const
  const { id } = await app.db.selectFrom('auth_modules').select('id').where('key', '=', 'banners').executeTakeFirstOrThrow()
  await app.db.updateTable('auth_modules').set({ status: 0 }).where('key', '=', 'rates').execute()
  const page = await openAs(browser, 'rahim', '/auths', look)
  await eventually(async () => (await idsShown(page)).length).toBe(10)
  await eventually(() => page.locator('tbody [data-action] button').allTextContents()).toEqual(['সক্রিয় করুন'])
  await app.db.updateTable('auth_modules').set({ status: 1 }).where('key', '=', 'rates').execute()
  for (const sought of ['ব্যানার', 'ব্যানার দেখা ও স', 'edit banners', 'banners', `#${id}`]) {
    await page.getByRole('searchbox').fill(sought)
    await expectRow(page, id, ['ব্যানার', 'ব্যানার দেখা ও সম্পাদনা করা', '/banner'])
  }
  await visit(page, `/manage-auth-permission/${app.world.admins.karim}`)
  await page.getByRole('searchbox').fill('ব্যানার দেখা ও')
  // With the box of its screen.
  await eventually(() => page.getByRole('checkbox').count()).toBe(2)
  // As many keyboards type it.
  await page.getByRole('searchbox').fill('ও\u09dfালেট')
  await eventually(() => page.getByRole('checkbox').count()).toBeGreaterThan(2)
})

describe('/admin/edit/:id', () => {
  test('shows an admin with a picture; they see it on their profile, unchangeable', async () => {
    const { karim } = app.world.admins
    const page = await openAs(browser, 'rahim', '/admins')
    await page.getByRole('link', { name: 'Edit Karim Hossain' }).click()
    await page.getByRole('heading', { level: 1, name: 'Edit admin' }).waitFor()
    await fill(page, { texts: { 'First name': '' } })
    await saveButton(page).click()
    await expectText(page, 'First name is required')
    await fill(page, { texts: { 'First name': 'Karim', Phone: '01700-000077' }, image: await picture('karim.png', '#1864ab') })
    await page.getByLabel('Gender').selectOption('Male')
    await page.getByLabel('Date of birth').fill('1991-12-16')
    await saveTo(page, 'Admin updated successfully', '/admins')
    await expectRow(page, karim, ['01700-000077'])
    const own = await openAs(browser, 'karim', '/profile')
    for (const text of ['01700-000077', 'Male', '16 Dec 1991']) await expectText(own, text)
    await eventually(() =>
      own
        .getByRole('main')
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth > 0),
    ).toBe(true)
    expect(await own.getByRole('main').locator('input').count()).toBe(0)
    await visit(page, `/manage-auth-permission/${karim}`)
    await page.locator('aside img').waitFor()
  })

  test('half or an impossible date of birth is refused at its box and keeps the text', async () => {
    const { karim, nadia } = app.world.admins
    const rahim = await app.signIn('rahim')
    await app.call(admins.edit, { id: karim, date_of_birth: '1990-05-12' }, rahim)
    const born = async (id: number) => (await app.call(admins.show, { id }, rahim)).body.data.date_of_birth
    const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))
    const page = await openAs(browser, 'rahim', `/admin/edit/${karim}`)
    const day = page.getByLabel('Date of birth')
    expect(await day.inputValue()).toBe('12 May 1990')
    await day.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Backspace')
    await page.getByLabel('Phone').focus()
    await page.keyboard.press('Control+Enter')
    await expectText(page, 'Enter a full date')
    await eventually(() => focused(page)).toBe('date_of_birth')
    await page.keyboard.type('12 May 1890')
    await page.keyboard.press('Control+Enter')
    await expectText(page, 'Enter a year from 1900 on')
    expect(await page.getByText('Enter a full date').count()).toBe(0)
    expect(await born(karim)).toBe('1990-05-12')
    // A box that may be empty, and is not: nothing else was typed.
    await app.call(admins.edit, { id: nadia, date_of_birth: '' }, rahim)
    await visit(page, `/admin/edit/${nadia}`)
    await day.pressSequentially('31041990')
    await page.getByRole('link', { name: 'Profile', exact: true }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'No, go back' }).click()
    await saveButton(page).click()
    await expectText(page, 'Enter a full date')
    await eventually(() => focused(page)).toBe('date_of_birth')
    expect(await day.inputValue()).toBe('31041990')
    await day.fill('30/4/1990')
    await saveTo(page, 'Admin updated successfully', '/admins')
    expect(await born(nadia)).toBe('1990-04-30')
  })

  test('another admin’s change is shown, nothing overwritten, and both end up saved', async () => {
    const { nadia } = app.world.admins
    const page = await openAs(browser, 'rahim', `/admin/edit/${nadia}`)
    await fill(page, { texts: { Phone: '01700-000088' } })
    await app.call(admins.edit, { id: nadia, last_name: 'Begum', gender: 'female' }, await app.signIn('rahim'))
    await saveButton(page).click()
    await page.getByText('Another admin has changed this', { exact: true }).waitFor()
    await page.getByText('Islam').waitFor()
    await page.getByText('Gender: Not specified → Female', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Continue with these changes' }).click()
    await saveTo(page, 'Admin updated successfully', '/admins')
    await expectRow(page, nadia, ['Nadia Begum', '01700-000088'])
    await app.call(admins.edit, { id: nadia, last_name: 'Islam', gender: '' }, await app.signIn('rahim'))
  })
})

test('one’s own new name stands beside the profile menu at once', async () => {
  const page = await openAs(browser, 'rahim', '/')
  for (const name of ['Uddin Ahmed', 'Uddin']) {
    await visit(page, `/admin/edit/${app.world.admins.rahim}`)
    await fill(page, { texts: { 'Last name': name } })
    await saveTo(page, 'Admin updated successfully', '/admins')
    await page.getByRole('banner').getByText(`Rahim ${name}`, { exact: true }).waitFor()
  }
})

describe('a row of /admins', () => {
  test('a reset password is shown once and opens only the choice of one’s own', async () => {
    const page = await openAs(browser, 'rahim', '/admins')
    await act(page, 'Arif Chowdhury', 'Reset password')
    const question = page.getByRole('alertdialog')
    await question.getByText('Are you sure').waitFor()
    const answer = await hold(page, '**/api/admin/admin/reset-password/*')
    await question.getByRole('button', { name: 'Reset password' }).click()
    const shown = page.getByRole('dialog', { name: 'One-time password' })
    // An admin who went elsewhere by a key or a click now would never see it.
    await shown.getByLabel('Resetting password...').waitFor()
    await page.keyboard.press('KeyG')
    await page.keyboard.press('KeyD')
    await page.keyboard.press('Escape')
    answer()
    const password = await shown.locator('code').innerText()
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Copy')
    // Nobody gets to see it again: neither a click beside it nor an Escape too many takes it away.
    await page.mouse.click(5, 400)
    await page.keyboard.press('Escape')
    await untilQuiet(page)
    expect(await shown.locator('code').innerText()).toBe(password)
    await shown.getByRole('button', { name: 'Close' }).last().click()
    await shown.waitFor({ state: 'detached' })
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'More actions for Arif Chowdhury',
    )
    await expectRow(page, await adminId('arif'), ['Password due'])

    const arif = await openFor('arif', password)
    await arif.getByRole('heading', { level: 1, name: 'Choose your own password' }).waitFor()
    await arif.goto('/order')
    await chooseOwn(arif, password)
    await arif.getByRole('heading', { level: 1, name: 'Topup Order' }).waitFor()
    await arif.getByText('Season Pass').first().waitFor()
  })

  test('raises and lowers, after a question each', async () => {
    const page = await openAs(browser, 'rahim', '/admins')
    const arif = await openFor('arif', OWN_PASSWORD)
    await arif.locator('header [data-connection="live"]').waitFor()
    const colleagues = arif.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Admin', exact: true })
    const id = await adminId('arif')
    for (const [yes, role] of [
      ['Make super admin', 'Super admin'],
      ['Make sub-admin', 'Sub-admin'],
    ] as const) {
      await act(page, 'Arif Chowdhury', yes)
      await page.getByRole('alertdialog').getByRole('button', { name: yes, exact: true }).click()
      await expectRow(page, id, [role])
      // Their own screen follows at once, not at their next sign-in.
      await colleagues.waitFor({ state: role === 'Super admin' ? 'visible' : 'detached' })
    }
    const rahim = rowOf(page, app.world.admins.rahim)
    await rahim.getByText('This is you').waitFor()
    expect(await rahim.getByRole('button', { name: /^More actions/ }).count()).toBe(0)
  })

  test('deletes after a question; an admin who holds cash stays, with the amount', async () => {
    const page = await openAs(browser, 'rahim', '/admins')
    const owner = await openFor('owner@topdeck.example', 'a top-up every day')
    await visit(owner, '/admins')
    await act(owner, 'Rahim Uddin', 'Delete')
    const question = owner.getByRole('alertdialog')
    await question.getByText('Admin “Rahim Uddin (rahim)” will be deleted. This can’t be undone.').waitFor()
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expectText(owner, 'Rahim Uddin still holds 6,200 tk')
    await act(page, 'Arif Chowdhury', 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expectText(page, 'Admin deleted successfully')
    await page.getByRole('link', { name: 'Arif Chowdhury', exact: true }).waitFor({ state: 'detached' })
    expect((await app.call(admins.list, { q: 'arif' }, await app.signIn('rahim'))).body.data.total).toBe(0)
  })
})

describe('two admins of one name', () => {
  const BOTH = ['Karim Hossain (karim)', 'Karim Hossain (karim2)']
  let other: number

  beforeAll(async () => {
    const email = 'karim2@demo.topdeck.example'
    const named = { first_name: 'Karim', last_name: 'Hossain', username: 'karim2', email }
    const secret = { password: FIRST_PASSWORD, confirm_password: FIRST_PASSWORD }
    other = (await app.call(admins.create, { ...named, ...secret }, await app.signIn('rahim'))).body.data.id
  })

  test('are distinguished by their usernames wherever one of them is chosen', async () => {
    const page = await openAs(browser, 'rahim', '/audit')
    for (const [address, label] of [
      ['/audit', 'Admin'],
      ['/subadmin-order', 'Admin'],
      ['/shift', 'Admin'],
      [`/manage-order-permission/${app.world.admins.nadia}`, 'Copy from another admin'],
    ] as const) {
      await visit(page, address)
      if (address === '/subadmin-order' || address === '/audit') await openFilter(page)
      const options = page.getByLabel(label, { exact: true }).getByRole('option').filter({ hasText: 'Karim Hossain' })
      await eventually(async () => (await options.allTextContents()).sort()).toEqual(BOTH)
    }
    await visit(page, `/audit?admin_id=${other}`)
    await page.getByRole('button', { name: `Remove Admin: ${BOTH[1]}` }).waitFor()
    await visit(page, `/shift?admin_id=${other}`)
    await page.getByRole('cell', { name: BOTH[1] as string }).waitFor()
    await eventually(() => page.getByRole('row').count()).toBe(2)
  })

  test('are distinguished in every question and beside a one-time password', async () => {
    const page = await openAs(browser, 'rahim', '/admins')
    const row = rowOf(page, other)
    const question = page.getByRole('alertdialog')
    await act(row, 'Karim Hossain', 'Make super admin')
    await question.getByText('Karim Hossain (karim2) will have full access and can manage admins.').waitFor()
    await question.getByRole('button', { name: 'No, go back' }).click()
    await act(row, 'Karim Hossain', 'Reset password')
    await question.getByText('Karim Hossain (karim2) will get a one-time password and be signed out everywhere.').waitFor()
    await question.getByRole('button', { name: 'Reset password' }).click()
    const shown = page.getByRole('dialog', { name: 'One-time password' })
    await shown.getByText(/^For Karim Hossain \(karim2\)\./).waitFor()
    await shown.getByRole('button', { name: 'Close' }).last().click()
    await act(row, 'Karim Hossain', 'Delete')
    await question.getByText('Admin “Karim Hossain (karim2)” will be deleted. This can’t be undone.').waitFor()
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await row.waitFor({ state: 'detached' })
    await rowOf(page, app.world.admins.karim).waitFor()
  })
})

/** What only a super admin may do, and what needs a task; nadia has none. */
const CLOSED_TO_NADIA = [
  '/admins',
  '/admin/add',
  '/admin/edit/1',
  '/auths',
  '/manage-auth-permission/1',
  '/manage-order-permission/1',
  '/audit',
  '/test',
  '/topup-product/add',
  '/topup-product/edit/1',
  '/topup-package/add/1',
  '/topup-package/edit/1',
  '/physical-product/add',
  '/physical-product/edit/1',
  '/payment-method/add',
  '/payment-method/edit/1',
  '/banner/add',
  '/banner/edit/1',
  '/notice/add',
  '/notice/edit/1',
  '/upin/add',
  '/unipin/edit/1',
  '/user/edit/1',
  '/user/earn-wallet/edit/1',
]
/** Forms find out in the same way whether they are granted, and so do those of a record: one of each. */
const LOADED = ['/admin/add', '/auths', '/manage-auth-permission/1', '/audit', '/test', '/banner/add', '/banner/edit/1']

test('a sub-admin sees none of it, by sidebar or address; /register leads where it may', async () => {
  const nadia = await openAs(browser, 'nadia', '/')
  for (const path of CLOSED_TO_NADIA) {
    // By a load: whether a screen is granted is not known yet then.
    if (LOADED.includes(path)) await nadia.goto(path)
    else await visit(nadia, path)
    const main = nadia.getByRole('main')
    await main.getByText('Access Denied', { exact: true }).first().waitFor()
    // Nothing to fill in, and no way to what would be refused.
    const offered = main.getByRole('button', { name: /^(Save|Create Voucher|Updated Voucher)$/ })
    expect([path, await offered.count(), await main.getByRole('link', { name: /^Add / }).count()]).toEqual([path, 0, 0])
  }
  const karim = await openAs(browser, 'karim', '/')
  await eventually(() => entries(karim).allInnerTexts()).not.toContain('Admin')
  await karim.goto('/register')
  await karim.waitForURL((url) => url.pathname === '/')
  const rahim = await openAs(browser, 'rahim', '/register')
  await rahim.getByRole('heading', { level: 1, name: 'Create new admin' }).waitFor()
})

test('/register goes by what one is now, not by what one was at sign-in', async () => {
  const { nadia } = app.world.admins
  const setRole = (role: 'super' | 'sub') => app.db.updateTable('admins').set({ role }).where('id', '=', nadia).execute()
  const page = await openAs(browser, 'nadia', '/')
  await setRole('super')
  await page.goto('/register')
  await page.getByRole('heading', { level: 1, name: 'Create new admin' }).waitFor()
  const raised = await openAs(browser, 'nadia', '/')
  await setRole('sub')
  await raised.goto('/register')
  await raised.waitForURL((url) => url.pathname === '/')
})
