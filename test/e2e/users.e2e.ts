import { beforeAll, describe, expect, test } from 'vitest'
import { formatTk } from '#contract/money.ts'
import { store } from '#contract/store.ts'
import { users } from '#contract/users.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { STORE_KEY } from '../support/app.ts'
import { askForWalletAdd, fundWallet, placeOrder } from '../world.ts'
import { loseAnswer, toast, untilQuiet } from './browser.ts'
import { pass, passUntil, stopClock } from './clock.ts'
import { grant, openAs, openWithClock, visit } from './people.ts'
import { dialog, ELSEWHERE, sayYes } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually, expectQuery, expectRow, expectRows, expectText, headings, idsShown, rowOf } from './table.ts'
import { walletsOf } from './wallets.ts'

const { app, browser } = await startShop()

beforeAll(async () => {
  await grant(app, 'karim', ['users_view', 'users_edit'])
  const { shila, tanvir } = app.world.users
  await placeOrder(app.db, { userId: shila, packageId: app.world.packages.gems100 })
  await placeOrder(app.db, { userId: shila, packageId: app.world.packages.gems500 })
  await placeOrder(app.db, { userId: tanvir, packageId: app.world.packages.gems100 })
  await app.call(store.earn, { user_id: shila, amount: 900, reason: 'Referral' }, STORE_KEY, 'earn-shila')
})

let phones = 0
const addUser = async (username: string): Promise<number> => {
  phones += 1
  const input = { username, phone: `0191100${String(phones).padStart(4, '0')}`, email: '', first_name: 'Mina', last_name: 'Khan' }
  return (await app.call(store.addUser, input, STORE_KEY, `user-${username}`)).body.data.id
}

const removeUser = async (id: number): Promise<void> => {
  const rahim = await app.signIn('rahim')
  await app.call(users.update, { id, wallet: 0 }, rahim)
  expect((await app.call(users.remove, { id }, rahim)).status).toBe(200)
}

describe('/user', () => {
  test('a customer of old without a name that can be seen is opened by their id', async () => {
    const id = await addUser('filler')
    await app.db.updateTable('users').set({ username: '\u3164' }).where('id', '=', id).execute()
    const page = await openAs(browser, 'rahim', `/user?q=%23${id}`)
    await rowOf(page, id)
      .getByRole('link', { name: `#${id}`, exact: true })
      .first()
      .click()
    await eventually(() => new URL(page.url()).searchParams.get('customer')).toBe(String(id))
    await app.call(users.remove, { id }, await app.signIn('rahim'))
  })

  test('lists users with a total, sizes and pages, and searches from page 1', async () => {
    const { shila, tanvir } = app.world.users
    const page = await openAs(browser, 'rahim', '/user')
    await page.getByRole('heading', { level: 1, name: 'User', exact: true }).waitFor()
    const { user_count } = (await app.call(users.list, {}, await app.signIn('rahim'))).body.data
    await page.getByText(`Total user: ${user_count}`).waitFor()
    const sizes = await page.getByLabel('Rows per page').getByRole('option').allTextContents()
    expect(sizes).toEqual(['5', '10', '25', '50'])
    await expectRow(page, shila, ['shila', '01811000001', 'shila@example.com', '900 tk', 'Edit', 'Earn Wallet', 'Delete'])
    await eventually(() => headings(page)).toEqual([
      'ID',
      'Username',
      'Phone',
      'Wallet',
      'Earn wallet',
      'Today order',
      'Total order',
      'Name',
      'Email',
      'Tags',
      'Status',
      'Is Verified',
      'Scores',
      'Provider',
      'Flags',
      'Created',
      'Action',
    ])
    await visit(page, '/user?page=7')
    await page.getByRole('searchbox').fill('tanvir@example')
    await page.getByRole('searchbox').press('Enter')
    await expectQuery(page, { q: 'tanvir@example' })
    await expectRows(page, [tanvir])
    await page.getByText('Total user: 1', { exact: true }).waitFor()
    // Emptied by hand the box says nothing of the search any longer, which still narrows the list.
    await page.getByRole('searchbox').fill('')
    await page.getByRole('search').getByRole('button', { name: 'Clear' }).click()
    await expectQuery(page, {})
    await eventually(async () => (await idsShown(page)).length).toBeGreaterThan(1)
  })

  test('sorts by orders of today and ever; headings stand whole above their columns', async () => {
    const { shila } = app.world.users
    const page = await openAs(browser, 'rahim', '/user')
    const total = page.getByRole('columnheader', { name: 'Total order' })
    await total.getByRole('button').click()
    await expectQuery(page, { sort: 'total_order', dir: 'asc' })
    await eventually(() => total.getAttribute('aria-sort')).toBe('ascending')
    await total.getByRole('button').click()
    await eventually(async () => (await idsShown(page))[0]).toBe(shila)
    await eventually(() => total.getAttribute('aria-sort')).toBe('descending')
    await page.getByRole('columnheader', { name: 'Today order' }).getByRole('button').click()
    await expectQuery(page, { sort: 'today_order', dir: 'asc' })
    const sortings = page.getByRole('columnheader').getByRole('button')
    const drawn = await sortings.evaluateAll((buttons) =>
      buttons.map((button) => {
        const text = document.createRange()
        text.selectNodeContents(button.firstChild ?? button)
        const cell = button.closest('th') ?? button
        const [words, place] = [text.getBoundingClientRect(), cell.getBoundingClientRect()]
        // Amounts and counts stand at the right edge.
        const indent = 'number' in cell.dataset ? place.right - words.right : words.left - place.left
        return [Math.round(indent), button.querySelector('svg')?.getBoundingClientRect().width]
      }),
    )
    expect(drawn).toEqual(drawn.map(() => [6, 14]))
  })

  test('deleting asks; with money or open work it asks again and says what there is', async () => {
    const id = await addUser('minakhan')
    await fundWallet(app.db, app.world, { userId: id, amount: 120, trx_id: 'MINA120' })
    await askForWalletAdd(app.db, { userId: id, amount: 60, number: '01911000009' })
    const page = await openAs(browser, 'rahim', '/user?q=minakhan')
    const question = page.getByRole('alertdialog')
    await page.getByRole('button', { name: 'Delete minakhan' }).click()
    await question.getByText('Are you sure').waitFor()
    // Another may have the username: the number tells whom.
    await question.getByText(`User “minakhan #${id}” will be deleted. This can’t be undone.`).waitFor()
    await question.getByRole('button', { name: 'No, go back' }).click()
    await page.getByRole('button', { name: 'Delete minakhan' }).click()
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await question.getByText(`minakhan #${id} still has 120 tk in the wallet, 1 pending wallet add. Delete anyway?`).waitFor()
    await rowOf(page, id).waitFor()
    await fundWallet(app.db, app.world, { userId: id, amount: 5, trx_id: 'MINA5' })
    await question.getByRole('button', { name: 'Delete anyway' }).click()
    // Money has come since the question.
    await question.getByText(`minakhan #${id} still has 125 tk in the wallet, 1 pending wallet add. Delete anyway?`).waitFor()
    await rowOf(page, id).waitFor()
    await question.getByRole('button', { name: 'Delete anyway' }).click(ELSEWHERE)
    await expectText(page, 'User deleted successfully')
    await rowOf(page, id).waitFor({ state: 'detached' })
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    expect((await app.call(users.show, { id }, await app.signIn('rahim'))).status).toBe(404)

    // What is left in the wallets stays in sight.
    await visit(page, `/user?customer=${id}`)
    const drawer = page.getByRole('dialog', { name: `User ${id}` })
    await drawer.getByText('This customer no longer exists. A deleted customer’s wallets stay here.').waitFor()
    const lines = drawer.getByRole('table', { name: 'Statement' }).locator('tbody tr')
    await eventually(() => lines.allInnerTexts()).toEqual([expect.stringContaining('5 tk'), expect.stringContaining('120 tk')])
    await drawer.getByRole('button', { name: 'Statement: earn wallet' }).click()
    await expectQuery(page, { customer: String(id), statement: 'earn_wallet' })
    await eventually(() => lines.count()).toBe(0)
  })

  test('after a deletion the focus is on the next row, also after another admin’s', async () => {
    const [last, next] = [await addUser('emptyone'), await addUser('emptytwo')]
    const [faster, gone] = [await addUser('emptythree'), await addUser('emptyfour')]
    const page = await openAs(browser, 'rahim', '/user?q=empty')
    const ask = (name: string) => page.getByRole('button', { name: `Delete ${name}` }).click()
    const agree = () => page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
    const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('data-id'))
    await ask('emptyfour')
    await app.call(users.remove, { id: gone, confirmed: 0 }, await app.signIn('rahim'))
    await agree()
    await toast(page, 'Not found')
    await rowOf(page, gone).waitFor({ state: 'detached' })
    await eventually(focused).toBe(String(faster))
    // One at a time: a deletion is over once what it changed was read again.
    await untilQuiet(page)
    await ask('emptytwo')
    await agree()
    await rowOf(page, next).waitFor({ state: 'detached' })
    await eventually(focused).toBe(String(last))
  })

  test('an admin with edit alone is offered nothing else, and sees the wallet', async () => {
    const page = await openAs(browser, 'karim', '/user')
    const row = rowOf(page, app.world.users.shila)
    await row.getByRole('link', { name: 'Edit shila' }).click()
    await page.getByRole('heading', { level: 1, name: 'Edit user' }).waitFor()
    await page.locator('input[name="city"]').waitFor()
    expect(await page.getByLabel('Wallet').count()).toBe(0)
    expect(await page.getByLabel('New password').count()).toBe(0)
    expect(await page.getByRole('checkbox', { name: 'Banned' }).count()).toBe(0)
    await page.getByText(/^Wallet: [\d.,]+ tk$/).waitFor()
    await page.getByRole('button', { name: 'বাংলা' }).click()
    await page.getByText(/^ওয়ালেট: [\d.,]+ tk$/).waitFor()
    await page.getByRole('button', { name: 'English' }).click()
    await visit(page, '/user')
    await row.waitFor()
    expect(await row.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
    expect(await row.getByRole('link', { name: /^Earn Wallet/ }).count()).toBe(0)
  })
})

describe('/user/edit/:id', () => {
  test('shows old -> new of the wallet, sends only changes, returns after 1.5 s', async () => {
    const id = await addUser('edited')
    await fundWallet(app.db, app.world, { userId: id, amount: 500, trx_id: 'EDITED500' })
    const page = await openAs(browser, 'rahim', `/user/edit/${id}`)
    let sent: unknown
    page.on('request', (request) => {
      if (request.url().includes('/user/update/')) sent = request.postDataJSON()
    })
    for (const label of ['Phone', 'Wallet', 'New password', 'Address', 'City', 'Zip code']) {
      await page
        .getByLabel(label, { exact: !['Phone', 'Wallet'].includes(label) })
        .first()
        .waitFor()
    }
    await page.locator('input[name="city"]').fill('Sylhet')
    await page.locator('input[name="wallet"]').fill('650')
    await page.getByText('User wallet will change by +150 tk: 500 tk → 650 tk').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Reason is required', { exact: true }).waitFor()
    await page.getByLabel('Reason').fill('Paid at the counter')
    await page.getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('The wallet of edited will change by +150 tk: 500 tk → 650 tk.').waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('No, go back')
    await question.getByRole('button', { name: 'Change the wallet' }).click()
    await expectText(page, 'User updated successfully')
    const reason = 'Paid at the counter'
    expect(sent).toEqual({ city: 'Sylhet', wallet: 650, expected_wallet: 500, reason, version: expect.any(Number) })
    await page.waitForURL('**/user')
    expect((await walletsOf(app, id)).wallet).toBe(650)
  })

  test('leads back to the list as it was left, without the drawer that was open over it', async () => {
    const { shila } = app.world.users
    const left = { q: 'shila', sort: 'wallet', dir: 'desc', limit: '5' }
    const page = await openAs(browser, 'rahim', `/user?${new URLSearchParams(left)}`)
    await page.getByRole('link', { name: 'Edit shila' }).click()
    await page.locator('input[name="city"]').fill('Khulna')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectText(page, 'User updated successfully')
    await expectQuery(page, left)
    await expectRows(page, [shila])
    await page.getByRole('link', { name: 'shila', exact: true }).click()
    await dialog(page).getByRole('link', { name: 'Earn Wallet' }).click()
    await page.getByRole('heading', { level: 1, name: 'Earn Wallet' }).waitFor()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.getByRole('heading', { level: 1, name: 'User', exact: true }).waitFor()
    await expectQuery(page, left)
    // A load forgets where it was left.
    await page.goto(`/user/edit/${shila}`)
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.getByRole('heading', { level: 1, name: 'User', exact: true }).waitFor()
    await expectQuery(page, {})
  })

  test('a loading form leaves the focus on the title; Back finds the link', async () => {
    const page = await openAs(browser, 'rahim', '/user')
    const link = page.getByRole('link', { name: 'Edit shila' })
    await link.click()
    await page.locator('input[name="city"]').waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Edit user')
    await page.goBack()
    await link.waitFor()
    await eventually(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('a moved wallet is refused in the server’s words, and the difference shown', async () => {
    const id = await addUser('moving')
    await fundWallet(app.db, app.world, { userId: id, amount: 300, trx_id: 'MOVING300' })
    const page = await openAs(browser, 'rahim', `/user/edit/${id}`)
    await page.locator('input[name="wallet"]').fill('400')
    await page.getByLabel('Reason').fill('Counted again')
    await fundWallet(app.db, app.world, { userId: id, amount: 50, trx_id: 'MOVING50' })
    await page.getByRole('button', { name: 'Save' }).click()
    await sayYes(page)
    await page.getByText('Wallet changed while you were editing: now 350 tk').first().waitFor()
    await page.getByRole('alert').getByText('Wallet: 300 → 350 (you typed 400)').waitFor()
    await page.getByRole('button', { name: 'Continue with these changes' }).click()
    await page.getByText('User wallet will change by +50 tk: 350 tk → 400 tk').waitFor()
    expect((await walletsOf(app, id)).wallet).toBe(350)
    await page.getByRole('button', { name: 'Save' }).click()
    await sayYes(page)
    await expectText(page, 'User updated successfully')
    expect((await walletsOf(app, id)).wallet).toBe(400)
  })

  test('another admin’s save is shown by field, not overwritten, and both end up saved', async () => {
    const id = await addUser('unaware')
    await fundWallet(app.db, app.world, { userId: id, amount: 500, trx_id: 'UNAWARE500' })
    const page = await openAs(browser, 'rahim', `/user/edit/${id}`)
    await page.locator('input[name="address"]').fill('Road 7')
    await fundWallet(app.db, app.world, { userId: id, amount: 200, trx_id: 'UNAWARE200' })
    const token = await app.signIn('rahim')
    const { phone } = (await app.call(users.show, { id }, token)).body.data
    const theirs = { phone: '01911888777', address: 'Road 9', is_banned: 1 }
    expect((await app.call(users.update, { id, ...theirs }, token)).status).toBe(200)
    const save = page.getByRole('button', { name: 'Save' })
    await save.click()
    await expectText(page, 'This has changed. Review it and try again.')
    const notice = page.getByRole('alert').filter({ hasText: 'Another admin has changed this' })
    await eventually(() => notice.getByRole('listitem').allInnerTexts()).toEqual([
      `Phone: ${phone} → 01911888777`,
      'Address: --- → Road 9 (you typed Road 7)',
      'Banned: No → Yes',
    ])
    expect((await app.call(users.show, { id }, token)).body.data).toMatchObject(theirs)
    expect(await page.locator('input[name="address"]').inputValue()).toBe('Road 7')
    await page.getByRole('button', { name: 'Continue with these changes' }).click()
    const sent = page.waitForRequest((request) => request.url().includes('/user/update/'))
    await save.click()
    expect((await sent).postDataJSON()).toEqual({ address: 'Road 7', version: expect.any(Number) })
    await toast(page, 'User updated successfully')
    expect((await walletsOf(app, id)).wallet).toBe(700)
    const after = (await app.call(users.show, { id }, token)).body.data
    expect(after).toMatchObject({ phone: '01911888777', address: 'Road 7', is_banned: 1 })
  })

  test('restored text does not overwrite what another admin saved meanwhile', async () => {
    const id = await addUser('restored')
    const page = await openAs(browser, 'rahim', `/user/edit/${id}`)
    await page.locator('input[name="address"]').fill('Road 7')
    const token = await app.signIn('rahim')
    await app.call(users.update, { id, address: 'Road 9', city: 'Bogura' }, token)
    await page.reload()
    await page.getByText('Address: --- → Road 9 (you typed Road 7)').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await expectText(page, 'This has changed. Review it and try again.')
    expect((await app.call(users.show, { id }, token)).body.data).toMatchObject({ address: 'Road 9', city: 'Bogura' })
    await page.getByRole('button', { name: 'Continue with these changes' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'User updated successfully')
    expect((await app.call(users.show, { id }, token)).body.data).toMatchObject({ address: 'Road 7', city: 'Bogura' })
  })

  test('an untouched wallet is not sent after a refusal of another field either', async () => {
    const id = await addUser('unlucky')
    await fundWallet(app.db, app.world, { userId: id, amount: 500, trx_id: 'UNLUCKY500' })
    const page = await openAs(browser, 'rahim', `/user/edit/${id}`)
    const phone = page.locator('input[name="phone"]')
    await phone.fill('01811000001')
    await fundWallet(app.db, app.world, { userId: id, amount: 200, trx_id: 'UNLUCKY200' })
    const save = page.getByRole('button', { name: 'Save' })
    await save.click()
    await page.getByText('This phone belongs to another user', { exact: true }).first().waitFor()
    await untilQuiet(page)
    await phone.fill('01911777666')
    const sent = page.waitForRequest((request) => request.url().includes('/user/update/'))
    await save.click()
    expect((await sent).postDataJSON()).toEqual({ phone: '01911777666', version: expect.any(Number) })
    await toast(page, 'User updated successfully')
    expect((await walletsOf(app, id)).wallet).toBe(700)
  })

  test('an unanswered change may be set: typed again it is sent once as before', async () => {
    const id = await addUser('unheard')
    await fundWallet(app.db, app.world, { userId: id, amount: 500, trx_id: 'UNHEARD500' })
    const page = await openAs(browser, 'rahim', `/user/edit/${id}`)
    const [city, wallet] = [page.locator('input[name="city"]'), page.locator('input[name="wallet"]')]
    const save = page.getByRole('button', { name: 'Save' })
    const before = await city.inputValue()
    await city.fill('Sylhet')
    await wallet.fill('800')
    await page.getByLabel('Reason').fill('Counted again')
    await loseAnswer(page, `**${users.update.path.replace(':id', String(id))}`)
    const reread = page.waitForResponse((reply) => reply.url().endsWith(`/admin/user/${id}`))
    await save.click()
    await sayYes(page)
    await toast(page, 'No answer came. Check whether it went through.')
    await (await reread).finished()
    expect((await walletsOf(app, id)).wallet).toBe(800)
    // The server shows what was sent: nobody else is blamed, and the edit goes on from there.
    await page.getByText('User wallet will change').waitFor({ state: 'detached' })
    expect(await page.getByText('Another admin has changed this').count()).toBe(0)
    // The form is covered until its lists are read again.
    await page.locator('form[aria-busy="false"]').waitFor()

    await city.fill(before)
    await wallet.fill('500')
    await page.getByText('User wallet will change by -300 tk: 800 tk → 500 tk').waitFor()
    await save.click()
    await sayYes(page)
    await toast(page, 'The first try got no answer and may be done. Check before you try again.')
    await save.click()
    await sayYes(page)
    await toast(page, 'User updated successfully')
    expect((await walletsOf(app, id)).wallet).toBe(500)
    expect((await app.call(users.show, { id }, await app.signIn('rahim'))).body.data.city).toBe(before)

    await visit(page, '/profile')
    await visit(page, `/user/edit/${id}`)
    await wallet.fill('800')
    await page.getByLabel('Reason').fill('Counted again')
    await loseAnswer(page, `**${users.update.path.replace(':id', String(id))}`)
    const again = page.waitForResponse((reply) => reply.url().endsWith(`/admin/user/${id}`))
    await save.click()
    await sayYes(page)
    await toast(page, 'No answer came. Check whether it went through.')
    await (await again).finished()
    // What was sent is what the customer has: nothing is left to ask about.
    await page.getByText('User wallet will change').waitFor({ state: 'detached' })
    await page.locator('form[aria-busy="false"]').waitFor()
    await save.click()
    await toast(page, 'User updated successfully')
    expect((await walletsOf(app, id)).wallet).toBe(800)
    await removeUser(id)
  })

  test('faults stand at their fields, and what was typed stays', async () => {
    const id = await addUser('faulty')
    const page = await openAs(browser, 'rahim', `/user/edit/${id}`)
    // In either language as a whole.
    await page.getByText(/^Leave empty to keep it/).waitFor()
    await page.getByRole('button', { name: 'বাংলা' }).click()
    await eventually(() => page.getByText(/^Leave empty/).count()).toBe(0)
    await page.getByRole('button', { name: 'English' }).click()
    await page.locator('input[name="password"]').fill('short')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('At least 8 characters', { exact: true }).waitFor()
    await page.locator('input[name="password"]').fill('')
    await page.locator('input[name="wallet"]').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Wallet is required', { exact: true }).waitFor()
    await page.locator('input[name="wallet"]').fill('0')
    await page.locator('input[name="phone"]').fill('01811000001')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('input[name="phone"][aria-invalid="true"]').waitFor()
    await eventually(() => page.locator('input[name="phone"]').inputValue()).toBe('01811000001')
  })
})

test('a ban asks, shows on list and drawer, and is lifted without a question', async () => {
  const id = await addUser('fraudster')
  const page = await openAs(browser, 'rahim', `/user/edit/${id}`)
  const flag = page.getByRole('checkbox', { name: 'Banned' })
  const saveForm = page.getByRole('button', { name: 'Save', exact: true })
  await flag.check()
  await saveForm.click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Are you sure').waitFor()
  await question.getByText('fraudster will be banned. The store will refuse their orders, wallet adds and withdrawals.').waitFor()
  await question.getByRole('button', { name: 'No, go back' }).click()
  const isBanned = async () => (await app.call(users.show, { id }, await app.signIn('rahim'))).body.data.is_banned
  expect(await isBanned()).toBe(0)
  await saveForm.click()
  await question.getByRole('button', { name: 'Ban', exact: true }).click()
  await toast(page, 'User updated successfully')
  await page.waitForURL('**/user')
  await visit(page, '/user?q=fraudster')
  await expectRow(page, id, ['Banned'])
  await page.getByRole('link', { name: 'fraudster', exact: true }).click()
  await dialog(page).getByText('Banned', { exact: true }).waitFor()
  await visit(page, `/user/edit/${id}`)
  await flag.uncheck()
  await saveForm.click()
  await toast(page, 'User updated successfully')
  expect(await isBanned()).toBe(0)
})

describe('/user/earn-wallet/edit/:id', () => {
  test('shows Total Earn, and the balance after while one types', async () => {
    const { shila } = app.world.users
    const page = await openAs(browser, 'rahim', `/user/earn-wallet/edit/${shila}`)
    await page.getByText('Total Earn', { exact: true }).waitFor()
    await page.getByText('900 tk', { exact: true }).waitFor()
    await page.locator('legend', { hasText: 'Type *' }).waitFor()
    expect(await page.getByText('No wallet will change').count()).toBe(0)
    const save = page.getByRole('button', { name: 'Save' })
    await save.click()
    await page.getByText('Select add or deduct').waitFor()
    await page.getByRole('radio', { name: 'Deduct' }).check()
    await page.getByLabel('Amount').fill('1000')
    await page.getByLabel('Reason').fill('Counted again')
    await page.getByText('Balance after: -100 tk').waitFor()
    await save.click()
    await expectText(page, 'Insufficient balance')
    await page.getByLabel('Amount').fill('250.5')
    await page.getByText('Balance after: 649.50 tk').waitFor()
    await page.getByRole('radio', { name: 'add' }).check()
    await page.getByText('Balance after: 1,150.50 tk').waitFor()
    await save.click()
    await page
      .getByRole('alertdialog')
      .getByText('The earn wallet of shila will change by +250.50 tk: 900 tk → 1,150.50 tk.')
      .waitFor()
    await sayYes(page)
    await expectText(page, 'User updated successfully')
    await page.waitForURL('**/user')
    expect((await walletsOf(app, shila)).earn_wallet).toBe(1_150.5)
  })

  test('changes since are shown; an unanswered one is sent again, also after a reload', async () => {
    const { shila } = app.world.users
    const rahim = await app.signIn('rahim')
    const add = (amount: number) => app.call(users.adjustEarnWallet, { id: shila, type: 'add', amount }, rahim)
    const page = await openAs(browser, 'rahim', `/user/earn-wallet/edit/${shila}`)
    await page.getByRole('radio', { name: 'add' }).check()
    await page.getByLabel('Amount').fill('5')
    await page.getByText('Balance after: 1,155.50 tk').waitFor()
    await page.getByLabel('Reason').fill('Counted again')
    await add(10)
    const save = page.getByRole('button', { name: 'Save' })
    await save.click()
    await sayYes(page)
    await expectText(page, 'Earn wallet changed while you were editing: now 1,160.50 tk')
    await page.getByText('Balance after: 1,165.50 tk').waitFor()
    await loseAnswer(page, `**${users.adjustEarnWallet.path.replace(':id', String(shila))}`)
    await save.click()
    await sayYes(page)
    await eventually(async () => (await walletsOf(app, shila)).earn_wallet).toBe(1_165.5)
    await toast(page, 'No answer came. Check whether it went through.')
    await page.locator('form[aria-busy="false"]').waitFor()
    await save.click()
    await sayYes(page)
    await expectText(page, 'User updated successfully')
    expect((await walletsOf(app, shila)).earn_wallet).toBe(1_165.5)

    await visit(page, '/profile')
    await visit(page, `/user/earn-wallet/edit/${shila}`)
    await page.getByRole('radio', { name: 'add' }).check()
    await page.getByLabel('Amount').fill('5')
    await page.getByLabel('Reason').fill('Counted again')
    await loseAnswer(page, `**${users.adjustEarnWallet.path.replace(':id', String(shila))}`)
    await save.click()
    await sayYes(page)
    await toast(page, 'No answer came. Check whether it went through.')
    await page.reload()
    await page.getByText(formatTk(1_170.5), { exact: true }).waitFor()
    await page.getByRole('status').getByText('Check whether it went through.', { exact: true }).waitFor()
    expect(await page.getByLabel('Amount').inputValue()).toBe('5')
    await save.click()
    await sayYes(page)
    await toast(page, 'User updated successfully')
    expect((await walletsOf(app, shila)).earn_wallet).toBe(1_170.5)
  })

  test('what was saved stays said as it was until the list opens', async () => {
    const { shila } = app.world.users
    const { earn_wallet } = await walletsOf(app, shila)
    const page = await openWithClock(browser, 'rahim', `/user/earn-wallet/edit/${shila}`)
    await page.getByRole('radio', { name: 'deduct' }).check()
    await page.getByLabel('Amount').fill(String(earn_wallet - 1))
    await page.getByLabel('Reason').fill('Counted again')
    await stopClock(page)
    const reread = page.waitForResponse((reply) => reply.url().includes('/earn-wallet') && reply.request().method() === 'GET')
    await page.getByRole('button', { name: 'Save' }).click()
    await sayYes(page)
    await passUntil(page, () => page.getByText('User updated successfully').isVisible())
    await reread
    // Long enough to be drawn, and less than the list takes to come.
    await pass(page, 200)
    await page.getByText('Balance after: 1 tk').waitFor()
    expect(await page.getByText('Insufficient balance').count()).toBe(0)
  })

  test('is about the customer that it names, also where Back leads from one to the other', async () => {
    const { shila, tanvir } = app.world.users
    const before = [(await walletsOf(app, shila)).earn_wallet, (await walletsOf(app, tanvir)).earn_wallet]
    const page = await openAs(browser, 'rahim', `/user/earn-wallet/edit/${shila}`)
    const names = (username: string) =>
      page
        .getByRole('main')
        .getByText(new RegExp(`^${username} #`))
        .waitFor()
    await names('shila')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('tanvir')
    await page.getByRole('option', { name: /^tanvir/ }).click()
    await dialog(page).getByRole('link', { name: 'Earn Wallet' }).click()
    await page.waitForURL(`**/user/earn-wallet/edit/${tanvir}`)
    await names('tanvir')
    await untilQuiet(page)
    await page.goBack()
    await names('shila')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('radio', { name: 'add' }).check()
    await page.getByLabel('Amount').fill('55')
    await page.getByLabel('Reason').fill('Counted again')
    await page.getByRole('button', { name: 'Save' }).click()
    await sayYes(page)
    await expectText(page, 'User updated successfully')
    const after = [(await walletsOf(app, shila)).earn_wallet, (await walletsOf(app, tanvir)).earn_wallet]
    expect(after).toEqual([(before[0] ?? 0) + 55, before[1]])
  })
})

describe('a customer’s drawer', () => {
  test('opens from a row and by address: wallets, records, statements; Escape closes', async () => {
    const { shila } = app.world.users
    await askForWalletAdd(app.db, { userId: shila, amount: 75, number: '01811000001' })
    const page = await openAs(browser, 'rahim', '/add-wallet?status=pending')
    const name = page.getByRole('link', { name: 'shila', exact: true }).first()
    await name.click()
    await expectQuery(page, { status: 'pending', customer: String(shila) })
    const { wallet } = await walletsOf(app, shila)
    await dialog(page)
      .getByText(`${formatTk(wallet)}`, { exact: true })
      .first()
      .waitFor()
    await dialog(page).getByRole('heading', { name: 'Last orders' }).waitFor()
    await dialog(page).getByText('Starfall Arena, 500 Gems').waitFor()
    await dialog(page).getByRole('button', { name: 'Statement: Wallet' }).click()
    const statement = dialog(page).getByRole('table', { name: 'Statement' })
    await statement.getByText(/^Order #\d+ placed \(500 Gems\): 390 tk to orders held$/).waitFor()
    await statement.getByText('-390 tk', { exact: true }).waitFor()
    await dialog(page).getByRole('button', { name: 'Statement: Earn wallet' }).click()
    await statement.getByText(/^Adjustment #\d+ earned/).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await expectQuery(page, { status: 'pending' })
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('shila')
    await visit(page, `/user?customer=${shila}`)
    await dialog(page).getByRole('link', { name: 'All orders' }).click()
    await page.getByRole('heading', { level: 1, name: 'Topup Order' }).waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    await expectQuery(page, { status: 'all', user_id: String(shila) })
    // From an order's row it opens too, and leaves the order closed.
    await page.getByRole('link', { name: 'shila', exact: true }).first().click()
    await dialog(page).getByText(`shila #${shila}`).waitFor()
    expect(new URL(page.url()).searchParams.get('order')).toBeNull()
  })

  test('has a note and tags, which are shown beside orders and lead to the customer', async () => {
    const id = app.world.users.shila
    const order = await app.db.selectFrom('orders').select('id').where('user_id', '=', id).executeTakeFirstOrThrow()
    const page = await openAs(browser, 'rahim', `/user?customer=${id}`)
    await dialog(page).getByLabel('Note').fill('Pays on Fridays')
    await dialog(page).getByLabel('Tags').fill('Reseller, reseller, x'.padEnd(60, 'x'))
    await dialog(page).getByText('At most 30 characters').waitFor()
    await dialog(page).getByLabel('Tags').fill('Reseller, reseller, Late')
    await dialog(page).getByRole('button', { name: 'Save note' }).click()
    await toast(page, 'User updated successfully')
    await eventually(() => dialog(page).getByLabel('Tags').inputValue()).toBe('Reseller, Late')
    await visit(page, '/user?tag=reseller')
    await eventually(() => idsShown(page)).toEqual([id])
    await visit(page, `/order?status=all&order=${order.id}`)
    const drawer = page.getByRole('region', { name: `Order ${order.id}`, exact: true })
    await drawer.getByText('Tags: Reseller, Late').waitFor()
    await drawer.getByText('Note: Pays on Fridays').waitFor()
  })

  test('follows the customer: a wallet add approved meanwhile is in it', async () => {
    const { tanvir } = app.world.users
    const transaction_id = await askForWalletAdd(app.db, { userId: tanvir, amount: 41.5, number: '01811000002' })
    const { wallet } = await walletsOf(app, tanvir)
    const page = await openAs(browser, 'rahim', `/user?customer=${tanvir}`)
    const has = (amount: number) =>
      dialog(page).getByRole('list', { name: 'Wallets' }).getByText(formatTk(amount), { exact: true }).waitFor()
    await has(wallet)
    const approval = { transaction_id, status: 'completed' } as const
    expect((await app.call(walletAdds.setStatus, approval, await app.signIn('rahim'))).status).toBe(200)
    await has(wallet + 41.5)
  })

  test('of a deleted customer shows what is left; no failed read passes in silence', async () => {
    const id = await addUser('gonebynow')
    const page = await openAs(browser, 'rahim', `/user?customer=${id}`)
    await dialog(page).getByRole('region', { name: 'Timeline' }).waitFor()
    const address = `**${users.drawer.path.replace(':id', String(id))}`
    await page.route(address, (route) => route.abort())
    await dialog(page).getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
    await dialog(page).getByRole('region', { name: 'Timeline' }).waitFor()
    expect((await app.call(users.remove, { id }, await app.signIn('rahim'))).status).toBe(200)
    await page.unroute(address)
    await dialog(page).getByText('This customer no longer exists.').waitFor()
    await dialog(page).getByRole('region', { name: 'Timeline' }).waitFor({ state: 'detached' })
    await dialog(page)
      .getByRole('heading', { name: `User ${id}` })
      .waitFor()
  })

  test('Back finds the statement that a line was followed from, on its page', async () => {
    const { shila } = app.world.users
    for (let at = 1; at <= 12; at++)
      await app.call(store.earn, { user_id: shila, amount: at, reason: 'Referral' }, STORE_KEY, `statement-${at}`)
    const page = await openAs(browser, 'rahim', `/user?customer=${shila}`)
    const statement = dialog(page).getByRole('table', { name: 'Statement' })
    await dialog(page).getByRole('button', { name: 'Statement: Wallet' }).click()
    const line = statement.getByRole('link', { name: /^Order #\d+ placed \(500 Gems\)/ })
    await line.click()
    await page.getByRole('heading', { level: 1, name: 'Topup Order' }).waitFor()
    await page.goBack()
    await line.waitFor()
    await eventually(() => dialog(page).getByRole('button', { pressed: true }).innerText()).toBe('Statement: Wallet')
    await dialog(page).getByRole('button', { name: 'Statement: Earn wallet' }).click()
    await dialog(page).getByRole('button', { name: 'Page 2' }).click()
    await statement
      .getByText(/900 tk/)
      .first()
      .waitFor()
    await visit(page, '/profile')
    await page.goBack()
    await statement
      .getByText(/900 tk/)
      .first()
      .waitFor()
    await dialog(page).getByRole('button', { name: 'Last records' }).click()
    await expectQuery(page, { customer: String(shila) })
    await page.goBack()
    await dialog(page).waitFor({ state: 'detached' })
  })

  test('Back leads to an open one; closed, the focus is on the link in its row', async () => {
    const page = await openAs(browser, 'rahim', '/user')
    const link = page.getByRole('link', { name: 'tanvir', exact: true }).first()
    await link.click()
    await dialog(page).waitFor()
    await visit(page, '/profile')
    await page.goBack()
    await dialog(page).waitFor()
    await link.waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('tanvir')
  })

  test('a long name leaves the button that closes it on the phone', async () => {
    const id = await addUser('sixty_eight_letters_and_no_place_to_break_'.repeat(2).slice(0, 68))
    const page = await openAs(browser, 'rahim', `/user?customer=${id}`, { width: 390 })
    await dialog(page).getByText(`#${id}`).waitFor()
    const close = dialog(page).getByRole('button', { name: 'Close' })
    const place = await close.boundingBox()
    expect((place?.x ?? 390) + (place?.width ?? 0)).toBeLessThanOrEqual(390)
    await close.click()
    await dialog(page).waitFor({ state: 'detached' })
  })

  test('an empty note is folded on a phone, and in reach once it is turned', async () => {
    const id = await addUser('folded')
    const page = await openAs(browser, 'rahim', `/user?customer=${id}`, { width: 390 })
    const note = dialog(page).getByLabel('Note', { exact: true })
    await dialog(page).getByText('Note and tags').waitFor()
    expect(await note.isVisible()).toBe(false)
    await page.setViewportSize({ width: 844, height: 390 })
    await dialog(page).getByText('Note and tags').click()
    await note.fill('Pays late')
    await dialog(page).getByRole('button', { name: 'Save note' }).click()
    await toast(page, 'User updated successfully')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await eventually(() => note.inputValue()).toBe('Pays late')
    await eventually(() => note.isVisible()).toBe(true)
  })

  test('shows only what one may see', async () => {
    const page = await openAs(browser, 'karim', `/user?customer=${app.world.users.shila}`)
    await dialog(page).getByRole('heading', { name: 'Last orders' }).waitFor()
    await dialog(page).getByText('Starfall Arena, 100 Gems').waitFor()
    expect(await dialog(page).getByText('500 Gems').count()).toBe(0)
    expect(await dialog(page).getByRole('heading', { name: 'Last wallet adds' }).count()).toBe(0)
    expect(
      await dialog(page)
        .getByRole('button', { name: /^Statement/ })
        .count(),
    ).toBe(0)
  })
})

test('Back from a search that found nothing leads to the page that it began on', async () => {
  for (let at = 0; at < 4; at++) await addUser(`rupa${at}`)
  const page = await openAs(browser, 'rahim', '/user?limit=5&page=2')
  await eventually(async () => (await idsShown(page)).length).toBeGreaterThan(0)
  const ids = await idsShown(page)
  await page.getByRole('searchbox').fill('zzzz')
  await page.getByRole('searchbox').press('Enter')
  await page.getByText('No Result Found').waitFor()
  await untilQuiet(page)
  await page.goBack()
  await expectRows(page, ids)
  await expectQuery(page, { limit: '5', page: '2' })
})
