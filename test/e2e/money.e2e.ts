import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatTk } from '#contract/money.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY } from '../support/app.ts'
import { journalsOf } from '../support/books.ts'
import { askForWalletAdd } from '../world.ts'
import { hold, loseAnswer, toast, untilQuiet } from './browser.ts'
import { grant, openAs, visit } from './people.ts'
import { choose, dialog, ignoresSecondEnter, pressDigit, pressEnter, save, saveYes, sayYes } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually, expectQuery, expectRow, expectRows, expectText, headings, idsShown, openMore, rowOf } from './table.ts'
import { cashOf, editStatus, pencil, walletsOf } from './wallets.ts'

const { app, browser } = await startShop()

beforeAll(async () => {
  await grant(app, 'karim', ['wallet_adds_view', 'wallet_adds_approve', 'wallet_adds_edit', 'users_view', 'statements_view'])
  const { shila } = app.world.users
  await app.call(store.earn, { user_id: shila, amount: 3_000, reason: 'Referral' }, STORE_KEY, 'earn-shila')
})

let numbers = 0
/** A pending wallet add of shila's, from its own number. */
const addOfShila = (amount: number, more: { number?: string; trx_id?: string; methodId?: number } = {}) => {
  numbers += 1
  return askForWalletAdd(app.db, {
    userId: app.world.users.shila,
    amount,
    number: `0171${String(numbers).padStart(7, '0')}`,
    methodId: app.world.methods.mobipay,
    ...more,
  })
}

async function withdrawalOfShila(amount: number): Promise<number> {
  numbers += 1
  const input = { user_id: app.world.users.shila, amount, number: `0181${String(numbers).padStart(7, '0')}` }
  const reply = await app.call(store.withdraw, input, STORE_KEY, `withdraw-${numbers}`)
  expect(reply.status).toBe(200)
  return reply.body.data.id
}

const walletOfShila = async () => (await walletsOf(app, app.world.users.shila)).wallet
const earnOfShila = async () => (await walletsOf(app, app.world.users.shila)).earn_wallet
const confirmation = (page: Page) => page.getByRole('alertdialog')
const box = (page: Page, id: number) => page.getByRole('checkbox', { name: `Select wallet add ${id}`, exact: true })

describe('/add-wallet', () => {
  test('lists pending ones first, copyable numbers, `- - -` for a missing method', async () => {
    const without = await askForWalletAdd(app.db, { userId: app.world.users.tanvir, amount: 410, number: '01999000111' })
    const page = await openAs(browser, 'rahim', '/add-wallet')
    await page.getByRole('heading', { level: 1, name: 'Add Wallet', exact: true }).waitFor()
    await eventually(async () => (await idsShown(page))[0]).toBe(without)
    await eventually(() => headings(page)).toEqual([
      '',
      'ID',
      'User',
      'Amount',
      'Status',
      'Phone',
      'TrxID',
      'Created',
      'Flags',
      'Updated',
      'Action',
    ])
    await expectRow(page, without, ['tanvir', '410 tk', '01999000111', 'pending', '- - -', 'Edit Status'])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: '01999000111', exact: true }).click()
    await expectText(page, 'Copied Phone:: 01999000111')
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe('01999000111')
  })

  test('searches by Enter, filters by status, and Clear takes the search back', async () => {
    const id = await addOfShila(77, { trx_id: 'FIND-ME-77' })
    const page = await openAs(browser, 'rahim', '/add-wallet?page=2')
    const search = page.getByRole('searchbox', { name: 'Search' })
    // An admin who does not see it is told, also where there were no rows before.
    const announced = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' })
    await announced(/^Page 1 of 1, \d+ in total$/)
    await search.fill('nowhere-77')
    await search.press('Enter')
    await announced('No Result Found')
    await search.fill('find-me-77')
    await search.press('Enter')
    await expectQuery(page, { q: 'find-me-77' })
    await expectRows(page, [id])
    await announced('Page 1 of 1, 1 in total')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expectQuery(page, {})
    await eventually(() => search.inputValue()).toBe('')
    const status = page.getByRole('combobox', { name: 'Status', exact: true })
    await eventually(() => status.getByRole('option').allTextContents()).toEqual([
      'All statuses',
      'completed',
      'pending',
      'cancel',
    ])
    await status.selectOption('completed')
    await expectQuery(page, { status: 'completed' })
    await eventually(() => page.getByRole('button', { name: /^Edit Status/ }).count()).toBe(0)
    await eventually(() => page.getByRole('button', { name: /^Edit transaction/ }).count()).toBeGreaterThan(0)
  })

  test('Edit Status wants an option, shows its effect, and credits both wallets', async () => {
    const id = await addOfShila(500)
    await app.db.updateTable('wallet_adds').set({ reference: 'site-1002' }).where('id', '=', id).execute()
    const [wallet, cash] = [await walletOfShila(), await cashOf(app, 'rahim')]
    const page = await openAs(browser, 'rahim', `/add-wallet?q=%23${id}`)
    await editStatus(page, id).click()
    await dialog(page).getByText('Edit Status', { exact: true }).waitFor()
    await dialog(page).getByText('site-1002').waitFor()
    await dialog(page)
      .getByRole('button', { name: String(id), exact: true })
      .click()
    await toast(page, `Copied Transaction ID:: ${id}`)
    const options = await dialog(page)
      .getByRole('radio')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    expect(options).toEqual(['completed', 'cancel', 'pending'])
    await save(page)
    await dialog(page).getByText('Select an option to update').waitFor()
    await dialog(page).getByText('User wallet will change by +500 tk, and your wallet too: you hold the cash').waitFor()
    // By the digit on its card.
    await page.keyboard.press('Digit2')
    await eventually(() => dialog(page).getByRole('radio', { checked: true }).inputValue()).toBe('completed')
    await saveYes(page)
    await toast(page, 'Transaction updated successfully')
    await expectRow(page, id, ['completed', 'Rahim Uddin'])
    await dialog(page).waitFor({ state: 'detached' })
    expect([await walletOfShila(), await cashOf(app, 'rahim')]).toEqual([wallet + 500, cash + 500])
    await eventually(() => editStatus(page, id).count()).toBe(0)
  })

  test('in a split view a digit and Enter approve, and the next wallet add comes in', async () => {
    const [older, newer] = [await addOfShila(110), await addOfShila(120)]
    const before = await walletOfShila()
    const page = await openAs(browser, 'karim', '/add-wallet?status=pending', { width: 1366 })
    const actColours = () =>
      page
        .getByRole('button', { name: /^Edit Status/ })
        .evaluateAll((acts) => acts.slice(0, 2).map((act) => getComputedStyle(act).color === 'rgb(255, 255, 255)'))
    await eventually(actColours).toEqual([true, false])
    await page.locator(`tr[data-id="${newer}"]`).waitFor()
    await page.keyboard.press('b')
    const drawer = (id: number) => page.getByRole('region', { name: `#${id}`, exact: true })
    await drawer(newer).getByRole('radio').first().waitFor()
    await eventually(() => drawer(newer).evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('2')
    await page.keyboard.press('Enter')
    await sayYes(page)
    await toast(page, 'Transaction updated successfully')
    await drawer(older).getByRole('radio').first().waitFor()
    expect(await walletOfShila()).toBe(before + 120)
    await page.keyboard.press('Escape')
    await drawer(older).waitFor({ state: 'detached' })
    await rowOf(page, older).press('Enter')
    await dialog(page).getByRole('radio').first().waitFor()
  })

  test('the keys of the order list decide a row: J, K, Enter, a digit, Enter', async () => {
    const second = await addOfShila(61)
    const first = await addOfShila(62)
    const page = await openAs(browser, 'karim', '/add-wallet')
    await rowOf(page, second).waitFor()
    const row = () => page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('data-id'))
    for (const [key, id] of [
      ['KeyJ', first],
      ['KeyJ', second],
      ['KeyK', first],
    ] as const) {
      await page.keyboard.press(key)
      expect(await row()).toBe(String(id))
    }
    await page.keyboard.press('Enter')
    await pressDigit(page, 2)
    await pressEnter(page)
    await sayYes(page)
    await expectRow(page, first, ['completed'])
    expect(await journalsOf(app.db, 'wallet_add', second)).toEqual([])
  })

  test('a dialog stays open after a double click, and follows its row', async () => {
    const id = await addOfShila(40)
    const page = await openAs(browser, 'rahim', `/add-wallet?q=%23${id}`)
    await editStatus(page, id).dblclick()
    await choose(page, 'completed')
    const token = await app.signIn('rahim')
    const edit = { id, amount: 400, number: '01700000001', status: 'pending' } as const
    expect((await app.call(walletAdds.editRow, edit, token)).status).toBe(200)
    await dialog(page).getByText('It is now pending with 400 tk. The phone is now 01700000001.').waitFor()
    // What was seen is what is decided.
    await saveYes(page)
    await toast(page, 'This has changed. Review it and try again.')
    await app.call(walletAdds.setStatus, { transaction_id: id, status: 'cancel' }, token)
    await dialog(page).getByText('The transaction is now cancel.').waitFor()
    expect(await dialog(page).getByRole('radio').count()).toBe(0)
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Close')
  })

  test('a decision under way shows a toast; a second click does nothing; failures stay', async () => {
    const id = await addOfShila(40)
    const page = await openAs(browser, 'rahim', `/add-wallet?q=%23${id}`)
    const letGo = await hold(page, '**/api/admin/transaction/update')
    await editStatus(page, id).click()
    await choose(page, 'cancel')
    let sent = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/transaction/update')) sent++
    })
    // The second click comes before the button shows that it works.
    await dialog(page)
      .getByRole('button', { name: 'Save', exact: true })
      .evaluate((button: HTMLElement) => {
        button.click()
        button.click()
      })
    await toast(page, 'Updating transaction...')
    letGo()
    await toast(page, 'Transaction updated successfully')
    expect(sent).toBe(1)

    const other = await addOfShila(41)
    await visit(page, `/add-wallet?q=%23${other}`)
    await editStatus(page, other).click()
    await choose(page, 'cancel')
    await page.context().setOffline(true)
    await save(page)
    await dialog(page).getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    // Also once the connection is back.
    await page.waitForFunction(() => navigator.onLine)
    await untilQuiet(page)
    expect(await dialog(page).getByRole('alert').textContent()).toContain('You are offline.')
    await save(page)
    await toast(page, 'Transaction updated successfully')
  })

  test('the pencil of a completed row has no status and announces -900 tk', async () => {
    const id = await addOfShila(1_000)
    await app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, await app.signIn('karim'))
    const [wallet, cash, own] = [await walletOfShila(), await cashOf(app, 'karim'), await cashOf(app, 'rahim')]
    const page = await openAs(browser, 'rahim', `/add-wallet?q=%23${id}`)
    await pencil(page, id).click()
    await dialog(page).getByText('Edit transaction', { exact: true }).waitFor()
    expect(await dialog(page).getByRole('combobox').count()).toBe(0)
    await dialog(page).getByText('No wallet will change').first().waitFor()
    await dialog(page).getByLabel('Amount').fill('')
    await save(page)
    await dialog(page).locator('[aria-invalid="true"][name="amount"]').waitFor()
    await dialog(page).getByLabel('Phone').fill('')
    await save(page)
    await dialog(page).getByText('Phone is required').waitFor()
    await dialog(page).getByLabel('Phone').fill('01700000099')
    await dialog(page).getByLabel('Amount').fill('100')
    await dialog(page).getByText('User wallet will change by -900 tk').waitFor()
    await dialog(page).getByText('Karim Hossain’s wallet will change by -900 tk').waitFor()
    await dialog(page).getByLabel('Phone').press('Control+Enter')
    await sayYes(page)
    await toast(page, 'Transaction updated successfully')
    await expectRow(page, id, ['100 tk', 'completed'])
    expect([await walletOfShila(), await cashOf(app, 'karim'), await cashOf(app, 'rahim')]).toEqual([
      wallet - 900,
      cash - 900,
      own,
    ])

    const cancelled = await addOfShila(260)
    await app.call(walletAdds.setStatus, { transaction_id: cancelled, status: 'cancel' }, await app.signIn('rahim'))
    const before = await walletOfShila()
    await visit(page, `/add-wallet?q=%23${cancelled}`)
    await pencil(page, cancelled).click()
    const status = dialog(page).getByRole('combobox', { name: 'Status' })
    await eventually(() => status.getByRole('option').allTextContents()).toEqual(['completed', 'pending', 'cancel'])
    await eventually(() => status.inputValue()).toBe('cancel')
    await status.selectOption('pending')
    await dialog(page).getByText('No wallet will change').waitFor()
    await status.selectOption('completed')
    await dialog(page).getByText('User wallet will change by +260 tk').waitFor()
    await saveYes(page)
    await toast(page, 'Transaction updated successfully')
    // Once.
    expect(await walletOfShila()).toBe(before + 260)
    expect(await journalsOf(app.db, 'wallet_add', cancelled)).toEqual(['completed'])
  })

  test('a form shows others’ changes, saves only typed fields, and reopens nothing', async () => {
    const id = await addOfShila(300)
    const page = await openAs(browser, 'rahim', `/add-wallet?q=%23${id}`)
    const karim = await app.signIn('karim')
    const edits = async (amount: number, number: string) => {
      const row = { id, amount, number, status: 'pending' } as const
      expect((await app.call(walletAdds.editRow, row, karim)).status).toBe(200)
    }
    const type = async (label: string, text: string) => {
      await dialog(page).getByLabel(label).fill(text)
      await save(page)
    }
    const saveAgain = async (texts: string[]) => {
      await save(page)
      await toast(page, 'Transaction updated successfully')
      await expectRow(page, id, texts)
    }

    await pencil(page, id).click()
    await edits(350, '01710000000')
    await type('Amount', '310')
    await dialog(page).getByRole('alert').getByText('This has changed. Review it and try again.').waitFor()
    await dialog(page).getByText('It is now pending with 350 tk.').waitFor()
    await dialog(page).getByRole('definition').getByText('350 tk', { exact: true }).waitFor()
    await saveAgain(['310 tk', 'pending'])

    // Another phone does not bring the former amount back, nor another amount the former phone.
    await pencil(page, id).click()
    await edits(360, '01710000000')
    await type('Phone', '01710000044')
    await dialog(page).getByText('It is now pending with 360 tk.').waitFor()
    await saveAgain(['360 tk', '01710000044', 'pending'])
    await pencil(page, id).click()
    await edits(360, '01710000777')
    await type('Amount', '480')
    await dialog(page).getByText('It is now pending with 360 tk. The phone is now 01710000777.').waitFor()
    await saveAgain(['480 tk', '01710000777'])

    await pencil(page, id).click()
    expect((await app.call(walletAdds.setStatus, { transaction_id: id, status: 'cancel' }, karim)).status).toBe(200)
    await type('Phone', '01710000033')
    await dialog(page).getByText('It is now cancel with 480 tk.').waitFor()
    await eventually(() => dialog(page).getByRole('combobox', { name: 'Status' }).inputValue()).toBe('cancel')
    await saveAgain(['01710000033', 'cancel'])
  })

  test('a decision on a changed amount shows the row as it is, and then pays that', async () => {
    const id = await addOfShila(310)
    const wallet = await walletOfShila()
    const page = await openAs(browser, 'rahim', `/add-wallet?q=%23${id}`)
    await editStatus(page, id).click()
    await choose(page, 'completed')
    const row = { id, amount: 3_100, number: '01710000000', status: 'pending' } as const
    expect((await app.call(walletAdds.editRow, row, await app.signIn('karim'))).status).toBe(200)
    await saveYes(page)
    await dialog(page).getByRole('alert').getByText('This has changed.').waitFor()
    await dialog(page).getByText('It is now pending with 3,100 tk.').waitFor()
    await dialog(page).locator('b').getByText('3,100 tk', { exact: true }).waitFor()
    expect(await dialog(page).getByRole('radio', { name: 'completed' }).isChecked()).toBe(true)
    expect(await walletOfShila()).toBe(wallet)
    await saveYes(page)
    await toast(page, 'Transaction updated successfully')
    await expectRow(page, id, ['3,100 tk', 'completed'])
    expect(await walletOfShila()).toBe(wallet + 3_100)
  })

  test('two clerks approve at once: one success, one reason, one credit', async () => {
    const id = await addOfShila(640)
    const wallet = await walletOfShila()
    const pages = await Promise.all([
      openAs(browser, 'rahim', `/add-wallet?q=%23${id}`),
      openAs(browser, 'karim', `/add-wallet?q=%23${id}`),
    ])
    for (const page of pages) {
      await editStatus(page, id).click()
      await choose(page, 'completed')
    }
    await Promise.all(pages.map(saveYes))
    const outcomes = await Promise.all(
      pages.map(async (page) => {
        const refusal = dialog(page).getByRole('alert').getByText('This transaction can no longer be changed')
        await refusal.or(page.getByText('Transaction updated successfully')).first().waitFor()
        if ((await refusal.count()) === 0) return 'done'
        await dialog(page).getByText('The transaction is now completed.').waitFor()
        return 'refused'
      }),
    )
    expect(outcomes.sort()).toEqual(['done', 'refused'])
    expect(await walletOfShila()).toBe(wallet + 640)
    expect(await journalsOf(app.db, 'wallet_add', id)).toEqual(['completed'])
  })

  test('many are approved with their sum, as read, each with its outcome; refused stay', async () => {
    const ids = [await addOfShila(11), await addOfShila(22), await addOfShila(33.5)]
    const [first = 0, second = 0, third = 0] = ids
    const wallet = await walletOfShila()
    const page = await openAs(browser, 'rahim', '/add-wallet?status=pending&limit=50')
    await box(page, third).check()
    await box(page, first).click({ modifiers: ['Shift'] })
    await page.getByText('3 selected, 66.50 tk').waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await dialog(page).getByText('3 wallet adds: 66.50 tk will go to customers’ wallets and yours').waitFor()
    const edit = { id: second, amount: 24, number: '01710000000', status: 'pending' } as const
    expect((await app.call(walletAdds.editRow, edit, await app.signIn('karim'))).status).toBe(200)
    await eventually(() => rowOf(page, second).innerText()).toContain('24 tk')
    await dialog(page).getByRole('button', { name: 'Approve 66.50 tk' }).click()
    await toast(page, '2 approved, 1 refused')
    await dialog(page).getByText('2 completed: 44.50 tk added to customers’ wallets and yours').waitFor()
    const refused = dialog(page)
      .getByRole('listitem')
      .filter({ hasText: `#${second} ` })
    await refused.getByText('This has changed. Review it and try again.').waitFor()
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText)
    await eventually(focused).toBe('Close')
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.getByText('1 selected, 24 tk').waitFor()
    await eventually(focused).toBe('Approve')
    expect(await walletOfShila()).toBe(wallet + 44.5)
  })

  test('one decided during a dialog, or gone from the list, is no longer ticked', async () => {
    const ids = [await addOfShila(25), await addOfShila(26), await addOfShila(27), await addOfShila(28)]
    const [first = 0, second = 0, third = 0, fourth = 0] = ids
    const page = await openAs(browser, 'rahim', '/add-wallet?status=pending&limit=50')
    const karim = await app.signIn('karim')
    for (const id of ids) await box(page, id).check()
    await page.getByText('4 selected, 106 tk').waitFor()
    await editStatus(page, first).click()
    await dialog(page).getByRole('radio').first().waitFor()
    await app.call(walletAdds.setStatus, { transaction_id: fourth, status: 'cancel' }, karim)
    await eventually(() => rowOf(page, fourth).innerText()).toContain('cancel')
    await page.keyboard.press('Escape')
    await page.getByText('3 selected, 78 tk').waitFor()
    await editStatus(page, first).click()
    await choose(page, 'completed')
    await app.call(walletAdds.setStatus, { transaction_id: second, status: 'cancel' }, karim)
    await eventually(() => rowOf(page, second).innerText()).toContain('cancel')
    await saveYes(page)
    await rowOf(page, first).waitFor({ state: 'detached' })
    await page.getByText('1 selected, 27 tk').waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await dialog(page).getByText('1 wallet adds: 27 tk will go').waitFor()
    await dialog(page).getByRole('button', { name: 'Approve 27 tk' }).click()
    await toast(page, '1 approved, 0 refused')
    await rowOf(page, third).waitFor({ state: 'detached' })
  })

  test('a decided one that stays on the page is no longer ticked', async () => {
    const [first = 0, second = 0, third = 0] = [await addOfShila(21), await addOfShila(22), await addOfShila(23)]
    const page = await openAs(browser, 'rahim', '/add-wallet?sort=created_at&dir=desc')
    for (const id of [first, second, third]) await box(page, id).check()
    await page.getByText('3 selected, 66 tk').waitFor()
    await editStatus(page, first).click()
    await choose(page, 'cancel')
    await save(page)
    await page.getByText('2 selected, 45 tk').waitFor()
    await app.call(walletAdds.setStatus, { transaction_id: third, status: 'cancel' }, await app.signIn('karim'))
    await page.getByText('1 selected, 22 tk').waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Approve 22 tk' }).waitFor()
    await app.call(walletAdds.setStatus, { transaction_id: second, status: 'cancel' }, await app.signIn('karim'))
    await dialog(page).getByRole('button', { name: 'Approve 22 tk' }).click()
    await toast(page, '0 approved, 1 refused')
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Approve selected wallet adds' }).waitFor({ state: 'detached' })
    await eventually(() => page.evaluate(() => document.activeElement?.closest('tr')?.tagName)).toBe('TR')
  })

  test('another payment during a dialog is shown before either is credited twice', async () => {
    const twice = { number: '01799000001', trx_id: 'ONCE99' }
    const id = await addOfShila(14, twice)
    const wallet = await walletOfShila()
    const page = await openAs(browser, 'rahim', `/add-wallet?q=%23${id}`)
    await box(page, id).check()
    // Of a key that bounces: nobody has read what it would approve.
    expect(await ignoresSecondEnter(page.getByRole('button', { name: 'Approve', exact: true }))).toBe(true)
    await dialog(page).getByRole('button', { name: 'Approve 14 tk' }).waitFor()
    await askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 14, ...twice })
    await eventually(() => rowOf(page, id).innerText()).toContain('TrxID seen before')
    expect(await walletOfShila()).toBe(wallet)
    await dialog(page).getByRole('button', { name: 'Approve 14 tk' }).click()
    await toast(page, '0 approved, 1 refused')
    await dialog(page).getByText('New warnings have appeared. Review them and try again.').waitFor()
    await page.keyboard.press('Escape')
    await app.call(walletAdds.setStatus, { transaction_id: id, status: 'cancel' }, await app.signIn('rahim'))

    // One by itself is told too, shown, and no hindrance to who has looked.
    const number = '01799000002'
    const alone = await addOfShila(14, { number })
    await visit(page, `/add-wallet?q=%23${alone}`)
    await editStatus(page, alone).click()
    await choose(page, 'completed')
    const duplicate = await addOfShila(14, { number })
    await saveYes(page)
    await toast(page, 'New warnings have appeared. Review them and try again.')
    await dialog(page).getByText(`Same number and amount: #${duplicate}`).waitFor()
    expect(await walletOfShila()).toBe(wallet)
    await saveYes(page)
    await toast(page, 'Transaction updated successfully')
    expect(await walletOfShila()).toBe(wallet + 14)
  })

  test('an answer to a closed dialog does not appear in the next, nor for other rows', async () => {
    const [first, second] = [await addOfShila(12), await addOfShila(13)]
    const [third, fourth] = [await addOfShila(15), await addOfShila(16)]
    const page = await openAs(browser, 'rahim', '/add-wallet?status=pending&limit=50')
    await box(page, first).check()
    const letGo = await hold(page, `**${walletAdds.approveMany.path}`)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Approve 12 tk' }).click()
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
    letGo()
    await toast(page, '1 approved, 0 refused')
    await box(page, second).check()
    // The tick of the first goes soon after the toast.
    await page.getByText('1 selected, 13 tk').waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Approve 13 tk' }).click()
    await toast(page, '1 approved, 0 refused')
    await dialog(page).getByText('1 completed: 13 tk added to customers’ wallets and yours').waitFor()
    await page.keyboard.press('Escape')
    await box(page, second).waitFor({ state: 'detached' })

    await box(page, third).check()
    await loseAnswer(page, `**${walletAdds.approveMany.path}`)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Approve 15 tk' }).click()
    await toast(page, 'No answer came. Check whether it went through.')
    await page.keyboard.press('Escape')
    await box(page, third).waitFor({ state: 'detached' })
    // Its tick goes soon after the dialog.
    await page.getByText('1 selected').waitFor({ state: 'detached' })
    await box(page, fourth).check()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Approve 16 tk' }).click()
    await toast(page, '1 approved, 0 refused')
  })

  test('Enter held down for too long opens the dialog and approves nothing', async () => {
    const id = await addOfShila(14)
    const page = await openAs(browser, 'rahim', `/add-wallet?q=%23${id}`)
    await box(page, id).check()
    await page.getByRole('button', { name: 'Approve', exact: true }).focus()
    await page.keyboard.down('Enter')
    const approve = dialog(page).getByRole('button', { name: 'Approve 14 tk' })
    // The safe button has the focus.
    await eventually(() => page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText)).toBe('Close')
    let sent = 0
    page.on('request', (request) => {
      if (request.url().endsWith(walletAdds.approveMany.path)) sent += 1
    })
    // Each further one is a repeat of the first.
    for (let times = 0; times < 5; times++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await untilQuiet(page)
    expect(sent).toBe(0)
    await approve.click()
    await toast(page, '1 approved, 0 refused')
  })

  test('same number and amount is flagged; the other row is one click away', async () => {
    const first = await addOfShila(915, { number: '01777123123' })
    const second = await addOfShila(915, { number: '01777-123 123' })
    const page = await openAs(browser, 'rahim', `/add-wallet?q=%23${second}`)
    const duplicate = await addOfShila(915, { number: '01777123123' })
    expect((await rowOf(page, second).boundingBox())?.height).toBe(49)
    await rowOf(page, second)
      .getByRole('link', { name: /^Same number and amount: #/ })
      .click()
    await eventually(() => new URL(page.url()).searchParams.get('q')).toMatch(new RegExp(`^#(${first}|${duplicate})$`))
    await eventually(async () => (await idsShown(page)).length).toBe(1)

    const one = await addOfShila(925, { number: '01777123124' })
    const other = await addOfShila(925, { number: '01777123124' })
    await visit(page, `/add-wallet?q=%23${other}`)
    const flag = dialog(page).getByRole('link', { name: `Same number and amount: #${one}` })
    await pencil(page, other).click()
    await dialog(page).getByLabel('Amount').fill('54')
    await flag.click()
    await confirmation(page).getByRole('button', { name: 'No, go back' }).click()
    await confirmation(page).waitFor({ state: 'detached' })
    expect(await dialog(page).getByLabel('Amount').inputValue()).toBe('54')
    await expectQuery(page, { q: `#${other}` })
    await flag.click()
    await confirmation(page).getByRole('button', { name: 'Leave' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await expectRows(page, [one])
    // Nothing typed, nothing asked.
    await editStatus(page, one).click()
    await dialog(page)
      .getByRole('link', { name: `Same number and amount: #${other}` })
      .click()
    await dialog(page).waitFor({ state: 'detached' })
    await expectRows(page, [other])
  })

  test('text typed into a dialog is not lost by Escape or a click outside', async () => {
    const id = await addOfShila(45)
    const page = await openAs(browser, 'rahim', `/add-wallet?q=%23${id}`)
    await pencil(page, id).click()
    await dialog(page).getByLabel('Amount').fill('54')
    await page.keyboard.press('Escape')
    await confirmation(page).getByText('What you typed here is not saved.').waitFor()
    await page.keyboard.press('Escape')
    await confirmation(page).waitFor({ state: 'detached' })
    await eventually(() => dialog(page).getByLabel('Amount').inputValue()).toBe('54')
    await page.mouse.click(5, 400)
    await confirmation(page).getByRole('button', { name: 'Leave' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(`Edit transaction ${id}`)
    // Nothing typed, nothing asked.
    await pencil(page, id).click()
    await dialog(page).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
  })

  test('a super admin corrects a completed one, after a question that Escape answers', async () => {
    const id = await addOfShila(180)
    await app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, await app.signIn('karim'))
    const [wallet, cash] = [await walletOfShila(), await cashOf(app, 'karim')]
    const page = await openAs(browser, 'rahim', `/add-wallet?q=%23${id}`)
    await pencil(page, id).click()
    await page.setViewportSize({ width: 1_350, height: 720 })
    await dialog(page).getByRole('button', { name: 'Reverse this wallet add' }).click()
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('reason')
    const button = dialog(page).getByRole('button', { name: 'Reverse', exact: true })
    await eventually(() => button.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThanOrEqual(720)
    await dialog(page).getByRole('button', { name: 'Reverse', exact: true }).click()
    await dialog(page).getByText('Reason is required').waitFor()
    await dialog(page).getByLabel('Reason').fill('The payment was a fake screenshot')
    await dialog(page).getByText('User wallet will change by -180 tk').waitFor()
    // Escape in the moment in which the question opens answers that alone.
    const pressed = page.evaluate(
      () =>
        new Promise<void>((settle) => {
          const observer = new MutationObserver(() => {
            const question = document.querySelector('[role="alertdialog"]')
            if (!question) return
            observer.disconnect()
            question.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
            // What the key would wrongly ask comes a turn later.
            setTimeout(settle, 100)
          })
          observer.observe(document.body, { childList: true, subtree: true })
        }),
    )
    await button.click()
    await pressed
    expect([await confirmation(page).count(), await dialog(page).count()]).toEqual([0, 1])
    await button.click()
    await confirmation(page).getByText(`Wallet add ${id} will be cancelled and 180 tk taken from shila’s wallet.`).waitFor()
    await page.keyboard.press('Escape')
    await confirmation(page).waitFor({ state: 'detached' })
    await button.click()
    await confirmation(page).getByRole('button', { name: 'Reverse' }).click()
    await toast(page, 'Transaction updated successfully')
    await expectRow(page, id, ['cancel'])
    expect([await walletOfShila(), await cashOf(app, 'karim')]).toEqual([wallet - 180, cash - 180])
  })

  test('a correction names and takes the present amount, also after a refused edit', async () => {
    const id = await addOfShila(500)
    const token = await app.signIn('karim')
    await app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, token)
    const wallet = await walletOfShila()
    const page = await openAs(browser, 'rahim', `/add-wallet?q=%23${id}`)
    await pencil(page, id).click()
    await dialog(page).getByRole('button', { name: 'Reverse this wallet add' }).click()
    await dialog(page).getByLabel('Reason').fill('A fake screenshot')
    const edit = { id, amount: 650, number: '01710000000', status: 'completed' } as const
    expect((await app.call(walletAdds.editRow, edit, token)).status).toBe(200)
    const reverse = async (amount: string) => {
      await dialog(page).getByText(`User wallet will change by -${amount}`).waitFor()
      await dialog(page).getByRole('button', { name: 'Reverse', exact: true }).click()
      await confirmation(page).getByText(`and ${amount} taken from shila’s wallet.`).waitFor()
      await confirmation(page).getByRole('button', { name: 'Reverse' }).click()
    }
    await reverse('500 tk')
    await toast(page, 'This has changed. Review it and try again.')
    expect(await walletOfShila()).toBe(wallet + 150)
    expect((await app.call(walletAdds.editRow, { ...edit, amount: 660 }, token)).status).toBe(200)
    await dialog(page).getByLabel('Amount').fill('700')
    await saveYes(page)
    await dialog(page).getByText('It is now completed with 660 tk.').waitFor()
    await dialog(page).getByText('User wallet will change by -660 tk').waitFor()
    expect(await dialog(page).getByLabel('Reason').inputValue()).toBe('A fake screenshot')
    await reverse('660 tk')
    await toast(page, 'Transaction updated successfully')
    expect(await walletOfShila()).toBe(wallet - 500)
  })

  test('one that another admin corrected is shown as it is, without the offer', async () => {
    const id = await addOfShila(505)
    const token = await app.signIn('rahim')
    await app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, await app.signIn('karim'))
    const page = await openAs(browser, 'rahim', `/add-wallet?q=%23${id}`)
    await pencil(page, id).click()
    await dialog(page).getByRole('button', { name: 'Reverse this wallet add' }).click()
    await dialog(page).getByLabel('Reason').fill('A fake screenshot')
    expect((await app.call(walletAdds.correct, { id, reason: 'A fake screenshot' }, token)).status).toBe(200)
    await dialog(page).getByRole('button', { name: 'Reverse', exact: true }).click()
    await confirmation(page).getByRole('button', { name: 'Reverse' }).click()
    const refusal = dialog(page).getByRole('alert').filter({ hasText: 'Only a completed wallet add can be reversed' })
    await refusal.getByText('It is now cancel with 505 tk.').waitFor()
    await dialog(page).getByRole('definition').getByText('cancel', { exact: true }).waitFor()
    expect(await dialog(page).getByRole('button', { name: 'Reverse this wallet add' }).count()).toBe(0)
    await eventually(() => refusal.evaluate((element) => element === document.activeElement)).toBe(true)
    await eventually(() => dialog(page).getByRole('combobox', { name: 'Status' }).inputValue()).toBe('cancel')
    await dialog(page).getByLabel('Phone').fill('01710000055')
    await save(page)
    await toast(page, 'Transaction updated successfully')
    await expectRow(page, id, ['cancel', '01710000055'])
  })

  test('Cancel All on a slow line replaces no other question and none elsewhere', async () => {
    const id = await addOfShila(19)
    const page = await openAs(browser, 'rahim', '/add-wallet')
    const letGo = await hold(page, `**${walletAdds.pending.path}`)
    await page.getByRole('button', { name: 'Cancel All' }).click()
    await page.getByRole('link', { name: 'User', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'User', exact: true }).waitFor()
    const answered = page.waitForResponse((reply) => reply.url().includes(walletAdds.pending.path))
    letGo()
    await answered
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click()
    await confirmation(page).getByText('will be deleted. This can’t be undone.').waitFor()
    await untilQuiet(page)
    expect(await confirmation(page).getByText('All pending wallet adds').count()).toBe(0)
    await confirmation(page).getByRole('button', { name: 'No, go back' }).click()
    await app.call(walletAdds.setStatus, { transaction_id: id, status: 'cancel' }, await app.signIn('rahim'))
  })

  test('Cancel All asks with count and sum, and leaves what came in later', async () => {
    await addOfShila(1_234)
    const { count, sum, up_to_id } = (await app.call(walletAdds.pending, {}, await app.signIn('rahim'))).body.data
    const wallet = await walletOfShila()
    const page = await openAs(browser, 'rahim', '/add-wallet')
    await page.getByRole('button', { name: 'Cancel All' }).click()
    await confirmation(page).getByText('Are you sure').waitFor()
    await confirmation(page)
      .getByText(`All pending wallet adds (${count}, total ${formatTk(sum)})`, { exact: false })
      .waitFor()
    await confirmation(page).getByText(`#${up_to_id}`, { exact: false }).waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('No, go back')
    await pressEnter(page)
    await confirmation(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Cancel All' }).click()
    await confirmation(page).waitFor()
    const later = await addOfShila(55)
    await confirmation(page).getByRole('button', { name: 'Cancel all of them' }).click()
    await toast(page, `Total cancelled ${count} transaction.`)
    await visit(page, '/add-wallet?status=pending')
    await expectRows(page, [later])
    expect(await walletOfShila()).toBe(wallet)

    // What was done is not called failed where its reply cannot be read.
    await page.route(`**${walletAdds.cancelAll.path}`, async (route) => {
      const reply = await route.fetch()
      await route.fulfill({ response: reply, json: { ...(await reply.json()), data: null } })
    })
    await page.getByRole('button', { name: 'Cancel All' }).click()
    await confirmation(page).getByRole('button', { name: 'Cancel all of them' }).click()
    await toast(page, 'Total cancelled 1 transaction')
    await expectText(page, 'No Result Found')
  })

  test('CSV downloads what the filters show', async () => {
    const page = await openAs(browser, 'rahim', '/add-wallet?status=completed')
    await openMore(page)
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n')
    const completed = await app.db.selectFrom('wallet_adds').select('id').where('status', '=', 'completed').execute()
    expect(lines.length).toBe(completed.length + 1)
    await toast(page, 'Exported')
  })

  test('what one may not do is not shown', async () => {
    const page = await openAs(browser, 'karim', '/add-wallet')
    await page
      .getByRole('button', { name: /^Edit transaction/ })
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: 'Cancel All' }).count()).toBe(0)
    await openMore(page)
    await page.getByText('Compact rows').waitFor()
    expect(await page.getByRole('button', { name: 'CSV' }).count()).toBe(0)
    const nobody = await openAs(browser, 'nadia', '/add-wallet')
    const denied = nobody.getByRole('alert').filter({ hasText: 'Access Denied' })
    await denied.getByText('A super admin can grant it.').waitFor()
    expect(await denied.getByRole('button').count()).toBe(0)
  })
})

describe('/withdraw-earn-wallet', () => {
  test('completing says that the store pays, and moves no admin’s cash', async () => {
    const id = await withdrawalOfShila(400)
    const [earn, cash] = [await earnOfShila(), await cashOf(app, 'rahim')]
    const page = await openAs(browser, 'rahim', '/withdraw-earn-wallet')
    await expectRow(page, id, ['shila', '400 tk', 'pending', '- - -'])
    await editStatus(page, id).click()
    await dialog(page)
      .getByText(/^The store pays 400 tk to 0181\d+; your wallet does not change$/)
      .waitFor()
    await choose(page, 'completed')
    await saveYes(page)
    await toast(page, 'Transaction updated successfully')
    await expectRow(page, id, ['completed', 'Rahim Uddin'])
    expect([await earnOfShila(), await cashOf(app, 'rahim')]).toEqual([earn, cash])
    await pencil(page, id).click()
    await dialog(page).getByText('Paid out: it can no longer be changed').waitFor()
    expect(await dialog(page).getByRole('button', { name: 'Save' }).count()).toBe(0)
  })

  test('a pending amount is edited and the hold follows; cancel gives it back once', async () => {
    const before = await earnOfShila()
    const id = await withdrawalOfShila(200)
    const page = await openAs(browser, 'rahim', `/withdraw-earn-wallet?q=%23${id}`)
    await pencil(page, id).click()
    await dialog(page).getByLabel('Amount').fill('250')
    await dialog(page).getByText('Earn wallet will change by -50 tk').waitFor()
    await saveYes(page)
    await expectRow(page, id, ['250 tk'])
    expect(await earnOfShila()).toBe(before - 250)
    await editStatus(page, id).click()
    await dialog(page).getByText('Earn wallet will change by +250 tk: the amount is returned').waitFor()
    await choose(page, 'cancel')
    await saveYes(page)
    await expectRow(page, id, ['cancel'])
    expect(await earnOfShila()).toBe(before)
    await pencil(page, id).click()
    await dialog(page).getByRole('combobox', { name: 'Status' }).selectOption('completed')
    await dialog(page).getByText('Earn wallet will change by -250 tk').waitFor()
    await dialog(page).getByText('The store pays 250 tk; your wallet does not change').waitFor()
    await saveYes(page)
    await expectRow(page, id, ['completed'])
    expect(await earnOfShila()).toBe(before - 250)
  })

  test('its own Cancel All gives every amount back', async () => {
    const before = await earnOfShila()
    await withdrawalOfShila(30)
    await withdrawalOfShila(40)
    const { count, sum } = (await app.call(withdrawals.pending, {}, await app.signIn('rahim'))).body.data
    const page = await openAs(browser, 'rahim', '/withdraw-earn-wallet')
    await page.getByRole('button', { name: 'Cancel All' }).click()
    await confirmation(page)
      .getByText(`All pending withdrawals (${count}, total ${formatTk(sum)})`)
      .waitFor()
    await confirmation(page).getByRole('button', { name: 'Cancel all of them' }).click()
    await toast(page, `Total cancelled ${count} transaction.`)
    expect(await earnOfShila()).toBe(before)
    await page.getByRole('button', { name: 'Cancel All' }).click()
    await toast(page, 'There is no pending transaction')
  })
})
