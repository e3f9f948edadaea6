import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { formatNumber, formatTk } from '#contract/money.ts'
import { reconcile } from '#contract/reconcile.ts'
import { profile } from '#contract/sessions.ts'
import { shift } from '#contract/shift.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { shopDay } from '../support/midnight.ts'
import { askForWalletAdd, fundWallet, placeOrder } from '../world.ts'
import { hold, loseAnswer, toast, untilQuiet } from './browser.ts'
import { pass, passUntil, stopClock } from './clock.ts'
import { grant, openAs, openWithClock, openWithoutStream, visit } from './people.ts'
import { answer, choose, dialog, save, saveYes, sayYes } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually, expectRow, expectRows, expectText, rowOf } from './table.ts'
import { cashOf, editStatus, pencil } from './wallets.ts'

const { app, browser } = await startShop()

beforeAll(async () => {
  await grant(app, 'karim', ['wallet_adds_view', 'wallet_adds_approve', 'hand_overs_view', 'hand_overs_approve'])
  await grant(app, 'nadia', ['wallet_adds_approve'])
  for (const name of ['karim', 'nadia'] as const) {
    const transaction_id = await askForWalletAdd(app.db, { userId: app.world.users.tanvir, amount: 2_000 })
    const reply = await app.call(walletAdds.setStatus, { transaction_id, status: 'completed' }, await app.signIn(name))
    expect(reply.status).toBe(200)
  }
})

const request = async (name: 'karim' | 'nadia' | 'rahim', amount: number) => {
  const reply = await app.call(handOvers.request, { amount, number: '01700000099' }, await app.signIn(name))
  expect(reply.status).toBe(200)
  return reply.body.data.id
}

/** Somebody's shift sheet of today. */
const sheetOf = async (name: 'karim' | 'nadia' | 'rahim') => {
  const reply = await app.call(shift.list, { admin_id: app.world.admins[name] }, await app.signIn('rahim'))
  const [sheet] = reply.body.data.sheets
  if (!sheet) throw new Error(`${name} has no sheet`)
  return sheet
}

const walletAccountOf = (userId: number) =>
  app.db
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'user_wallet')
    .executeTakeFirstOrThrow()

/** Moves a balance without any journal, as no code of ours can: what the check of the books is there for. */
const breakBalance = (accountId: number, by: number) =>
  app.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`update accounts set balance = balance + ${by} where id = ${accountId}`.execute(db)
  })

describe('/admin-wallet-request', () => {
  test('shows one’s own wallet; both inputs are required; then it goes to /add-wallet', async () => {
    const page = await openAs(browser, 'karim', '/admin-wallet-request')
    await page.getByText('Hand over collected cash: your wallet goes down by this amount now').waitFor()
    await page.getByText('2,000 tk', { exact: true }).waitFor()
    const phone = page.getByLabel('Phone (optional)')
    expect(await phone.getAttribute('required')).not.toBeNull()
    expect(await page.getByLabel('Amount').getAttribute('required')).not.toBeNull()
    const send = page.getByRole('button', { name: 'Edit transaction' })
    await send.click()
    await page.getByText('Phone is required').waitFor()
    await phone.fill('01700000002')
    await page.getByLabel('Amount').fill('5000')
    await send.click()
    await page.getByText('Your wallet is 2,000 tk; you can hand over at most 2,000 tk').first().waitFor()
    await eventually(() => page.getByLabel('Amount').inputValue()).toBe('5000')
    await page.getByLabel('Amount').fill('750')
    await page.getByText('Your wallet will change by -750 tk: 2,000 tk → 1,250 tk').waitFor()
    await send.click()
    await answer(page, 'No, go back')
    expect(await cashOf(app, 'karim')).toBe(2_000)
    await send.click()
    await answer(page, 'Hand over')
    await expectText(page, 'Transaction updated successfully')
    await page.waitForURL('**/add-wallet')
    await page.getByRole('heading', { level: 1, name: 'Add Wallet' }).waitFor()
    expect(await cashOf(app, 'karim')).toBe(1_250)
  })

  test('Hand over everything; without /add-wallet it leads to /my-wallet-request', async () => {
    const page = await openWithClock(browser, 'nadia', '/admin-wallet-request')
    await page.getByRole('button', { name: 'Hand over everything' }).click()
    await eventually(() => page.getByLabel('Amount').inputValue()).toBe('2000')
    await page.getByLabel('Phone (optional)').fill('01700000003')
    await stopClock(page)
    const reread = page.waitForResponse((reply) => reply.url().endsWith(profile.show.path) && reply.request().method() === 'GET')
    await page.getByRole('button', { name: 'Edit transaction' }).click()
    await sayYes(page)
    await passUntil(page, () => page.getByText('Transaction updated successfully').isVisible())
    await reread
    // Long enough to be drawn, and less than the list takes to come.
    await pass(page, 200)
    await page.getByText('Your wallet will change by -2,000 tk: 2,000 tk → 0 tk').waitFor()
    await page.clock.resume()
    await page.waitForURL('**/my-wallet-request')
    await page.getByText('My hand-overs').waitFor()
    expect(await cashOf(app, 'nadia')).toBe(0)
    const show = page.getByRole('button', { name: /^Open request \d+$/ })
    await show.click()
    await dialog(page).getByText('Nadia Islam’s wallet will change by +2,000 tk: the amount is returned').waitFor()
    const cancel = dialog(page).getByRole('button', { name: 'Cancel this request' })
    const question = page.getByRole('alertdialog', { name: 'Are you sure' })
    await cancel.click()
    await question.getByText(/^Hand-over \d+ will be cancelled and 2,000 tk returned to your wallet\.$/).waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await cashOf(app, 'nadia')).toBe(0)
    await cancel.click()
    await question.getByRole('button', { name: 'Cancel this request' }).click()
    await expectText(page, 'Transaction updated successfully')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await cashOf(app, 'nadia')).toBe(2_000)
    await page.getByRole('cell', { name: 'cancel', exact: true }).waitFor()
    await show.click()
    await dialog(page).getByText('01700000003').waitFor()
    await eventually(() => dialog(page).getByRole('button', { name: 'Cancel this request' }).count()).toBe(0)
  })
})

describe('/my-wallet-request', () => {
  test('in Bangla the screens titled Add Wallet are called as in the sidebar', async () => {
    const page = await openAs(browser, 'rahim', '/add-wallet', { language: 'bn' })
    for (const [path, title] of [
      ['/add-wallet', 'ওয়ালেট যোগ'],
      ['/admin-wallet', 'অ্যাডমিন ওয়ালেট'],
      ['/my-wallet-request', 'আমার অনুরোধ'],
    ] as const) {
      await visit(page, path)
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      await page.getByRole('link', { name: title }).waitFor()
    }
    await visit(page, '/admin-wallet-request')
    await page.getByRole('button', { name: 'অনুরোধ পাঠান', exact: true }).waitFor()
  })

  test('lists one’s own requests only, with search and Clear', async () => {
    const own = await request('nadia', 100)
    const others = await request('karim', 50)
    const page = await openAs(browser, 'nadia', '/my-wallet-request')
    await page.getByRole('heading', { level: 1, name: 'Add Wallet', exact: true }).waitFor()
    await expectRow(page, own, ['100 tk', 'pending', '01700000099'])
    expect(await rowOf(page, others).count()).toBe(0)
    await page.getByRole('searchbox').fill(`#${own}`)
    await page.getByRole('searchbox').press('Enter')
    await expectRows(page, [own])
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await eventually(() => page.url()).not.toContain('q=')
  })
})

describe('a request that is decided or changed while its owner looks at it', () => {
  const openRequest = async (page: Page, id: number) => {
    await page.getByRole('button', { name: `Open request ${id}` }).click()
    const question = page.getByRole('alertdialog', { name: 'Are you sure' })
    return {
      question,
      cancel: dialog(page).getByRole('button', { name: 'Cancel this request' }),
      yes: question.getByRole('button', { name: 'Cancel this request' }),
      asks: async (amount: string) => {
        await question.getByText(`Hand-over ${id} will be cancelled and ${amount} returned to your wallet.`).waitFor()
        // Once it has the focus, Escape is the question's alone.
        await eventually(() => question.evaluate((one) => one.contains(document.activeElement))).toBe(true)
      },
    }
  }
  const decide = async (id: number, status: 'completed' | 'cancel') => {
    const reply = await app.call(handOvers.setStatus, { transaction_id: id, status }, await app.signIn('rahim'))
    expect(reply.status).toBe(200)
  }
  const change = async (id: number, amount: number) => {
    const edit = { id, amount, number: '01700000099', status: 'pending' } as const
    expect((await app.call(handOvers.editRow, edit, await app.signIn('rahim'))).status).toBe(200)
  }
  const focused = (page: Page) => eventually(() => page.evaluate(() => document.activeElement?.textContent))

  test('a decided one is shown so, also during the question, and cannot be cancelled', async () => {
    const [refused, first, second] = [await request('nadia', 120), await request('nadia', 30), await request('nadia', 40)]
    const page = await openAs(browser, 'nadia', '/my-wallet-request')
    const leave = async () => {
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
    }
    const { cancel, yes } = await openRequest(page, refused)
    const letGo = await hold(page, `**${handOvers.cancelOwn.path.replace(':id', String(refused))}`)
    await cancel.click()
    await yes.click()
    await decide(refused, 'cancel')
    letGo()
    await dialog(page).getByRole('alert').getByText('This transaction can no longer be changed').waitFor()
    await dialog(page).getByText('The transaction is now cancel.').waitFor()
    await dialog(page).getByRole('definition').getByText('cancel', { exact: true }).waitFor()
    expect(await cancel.count()).toBe(0)
    await focused(page).toBe('Close')
    await leave()
    await openRequest(page, first)
    await cancel.waitFor()
    await decide(first, 'completed')
    await dialog(page).getByText('The transaction is now completed.').waitFor()
    expect(await cancel.count()).toBe(0)
    await leave()
    const { question, asks } = await openRequest(page, second)
    await cancel.click()
    await asks('40 tk')
    await decide(second, 'completed')
    await dialog(page).getByText('The transaction is now completed.').waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await focused(page).toBe('Close')
  })

  test('one that was pencilled names what comes back, and takes nothing back unseen', async () => {
    const cash = await cashOf(app, 'nadia')
    const id = await request('nadia', 500)
    const page = await openAs(browser, 'nadia', '/my-wallet-request')
    const { cancel, question, yes, asks } = await openRequest(page, id)
    await cancel.click()
    await asks('500 tk')
    await change(id, 60)
    await yes.click()
    await dialog(page).getByRole('alert').getByText('This has changed.').waitFor()
    await dialog(page).getByText('It is now pending with 60 tk.').waitFor()
    expect(await cashOf(app, 'nadia')).toBe(cash - 60)
    await cancel.click()
    await asks('60 tk')
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    // What the list tells meanwhile is what is asked about.
    await change(id, 70)
    await dialog(page).locator('b').getByText('70 tk', { exact: true }).waitFor()
    await cancel.click()
    await asks('70 tk')
    await yes.click()
    await toast(page, 'Transaction updated successfully')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await cashOf(app, 'nadia')).toBe(cash)
  })
})

describe('/admin-wallet', () => {
  test('handed over cash is edited with its effect and confirmed by another admin', async () => {
    const id = await request('karim', 300)
    const [own, before] = [await cashOf(app, 'rahim'), await cashOf(app, 'karim')]
    const page = await openAs(browser, 'rahim', `/admin-wallet?q=%23${id}`)
    await page.getByRole('heading', { level: 1, name: 'Add Wallet', exact: true }).waitFor()
    await page.getByText('Cash handed over by admins').waitFor()
    expect(await page.getByRole('button', { name: 'Cancel All' }).count()).toBe(0)
    await expectRow(page, id, ['Karim Hossain', '300 tk', 'Request', 'pending'])
    await pencil(page, id).click()
    await dialog(page).getByLabel('Amount').fill('260')
    await dialog(page).getByText('Karim Hossain’s wallet will change by +40 tk').waitFor()
    await saveYes(page)
    await dialog(page).waitFor({ state: 'detached' })
    await expectRow(page, id, ['260 tk'])
    expect(await cashOf(app, 'karim')).toBe(before + 40)
    await editStatus(page, id).click()
    await dialog(page).getByText('The store has received 260 tk; no wallet will change').waitFor()
    await choose(page, 'completed')
    await saveYes(page)
    await expectRow(page, id, ['completed', 'Rahim Uddin'])
    expect([await cashOf(app, 'rahim'), await cashOf(app, 'karim')]).toEqual([own, before + 40])
  })

  test('only super admins confirm their own: others see why, without the offer', async () => {
    const id = await request('karim', 20)
    const page = await openAs(browser, 'karim', `/admin-wallet?q=%23${id}`)
    const note = dialog(page).getByText('Another admin must confirm your hand-over')
    const offered = () =>
      dialog(page)
        .getByRole('radio')
        .evaluateAll((radios) => radios.map((radio) => radio.getAttribute('value')))
    await editStatus(page, id).click()
    await note.waitFor()
    expect(await offered()).toEqual(['cancel', 'pending'])
    await choose(page, 'cancel')
    await saveYes(page)
    await expectRow(page, id, ['cancel'])
    await pencil(page, id).click()
    await note.waitFor()
    expect(await dialog(page).getByLabel('Status').getByRole('option').allInnerTexts()).toEqual(['pending', 'cancel'])
    await page.keyboard.press('Escape')
    const foreign = await request('rahim', 20)
    await visit(page, `/admin-wallet?q=%23${foreign}`)
    await editStatus(page, foreign).click()
    await dialog(page).getByRole('radio', { name: 'completed' }).waitFor()
    expect(await note.count()).toBe(0)
  })

  test('a super admin records a write-off with a reason; the owner’s statement tells it', async () => {
    await request('karim', 10)
    const before = await cashOf(app, 'karim')
    const karim = await sheetOf('karim')
    expect(karim.in_transit).toBeGreaterThanOrEqual(10)
    const page = await openAs(browser, 'rahim', '/admin-wallet')
    await page.getByRole('button', { name: 'Record a hand-over' }).click()
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT')
    await dialog(page)
      .getByLabel('Admin')
      .selectOption({
        label: `Karim Hossain, holds ${formatTk(before)}, ${formatTk(karim.in_transit)} handed over and not confirmed`,
      })
    await save(page)
    await dialog(page).getByText('Select an option to update').waitFor()
    await choose(page, 'Written off')
    await dialog(page).getByLabel('Amount').fill('15')
    await dialog(page).getByLabel('Reason').fill('A note was false')
    await dialog(page).getByText('Karim Hossain’s wallet will change by -15 tk').waitFor()
    await saveYes(page)
    await expectText(page, 'Transaction updated successfully')
    await expectText(page, 'Written off')
    expect(await cashOf(app, 'karim')).toBe(before - 15)
    await page
      .getByRole('row')
      .filter({ hasText: 'A note was false' })
      .getByRole('button', { name: /^Edit transaction/ })
      .click()
    await dialog(page).getByText('Written off: it can no longer be changed').waitFor()
    await dialog(page).getByRole('definition').getByText('Written off', { exact: true }).waitFor()
    await dialog(page).getByRole('button', { name: 'Timeline' }).click()
    await dialog(page).getByText('Rahim Uddin wrote it off: Amount 15 tk: “A note was false”').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Karim Hossain' }).first().click()
    await eventually(() => page.url()).toContain('statement=admin')
    await dialog(page)
      .getByText(/written off/)
      .first()
      .waitFor()
    await dialog(page).getByText('Rahim Uddin · A note was false').waitFor()
    await dialog(page).getByText('-15 tk', { exact: true }).first().waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), dialog(page).getByRole('button', { name: 'CSV' }).click()])
    expect(readFileSync(await file.path(), 'utf8')).toContain('A note was false')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(page.url()).not.toContain('statement')
  })

  test('cash recorded meanwhile is not recorded twice; equal names show usernames', async () => {
    const rahim = await app.signIn('rahim')
    const email = 'karim2@demo.topdeck.example'
    const named = { first_name: 'Karim', last_name: 'Hossain', username: 'karim2', email }
    const secret = { password: 'another Karim’s own', confirm_password: 'another Karim’s own' }
    const { id } = (await app.call(admins.create, { ...named, ...secret }, rahim)).body.data
    onTestFinished(async () => {
      await app.call(admins.remove, { id }, rahim)
    })
    const karim = app.world.admins.karim
    const held = await cashOf(app, 'karim')
    const page = await openAs(browser, 'rahim', '/admin-wallet')
    await page.getByRole('button', { name: 'Record a hand-over' }).click()
    const form = dialog(page)
    const option = form.getByLabel('Admin').locator(`option[value="${karim}"]`)
    await eventually(() => option.innerText()).toContain(`Karim Hossain (karim), holds ${formatTk(held)}`)
    const options = form.getByLabel('Admin').getByRole('option')
    await options.filter({ hasText: /^Nadia Islam, holds/ }).waitFor({ state: 'attached' })
    await form.getByLabel('Admin').selectOption({ label: 'Karim Hossain (karim2), holds 0 tk' })
    await form.getByLabel('Amount').fill('10')
    await form.getByText('Karim Hossain (karim2)’s wallet will change by -10 tk').waitFor()
    await form.getByLabel('Admin').selectOption(String(karim))
    await form.getByRole('radio', { name: 'Recorded' }).check()
    await form.getByText('Karim Hossain (karim)’s wallet will change by -10 tk').waitFor()
    await form.getByLabel('Reason').fill('Closing time')
    const same = { admin_id: karim, kind: 'recorded', amount: 10, reason: 'Closing time' } as const
    expect((await app.call(handOvers.record, same, rahim)).status).toBe(200)
    // Back from another window: what was seen as the admin was chosen stays what the form is of.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await eventually(() => option.innerText()).toContain(`Karim Hossain (karim), holds ${formatTk(held - 10)}`)
    await form.getByRole('button', { name: 'Save' }).click()
    await sayYes(page)
    await form.getByText(`Wallet changed while you were editing: now ${formatTk(held - 10)}`).waitFor()
    await form.getByRole('button', { name: 'Save' }).click()
    await sayYes(page)
    await form.waitFor({ state: 'detached' })
    expect(await cashOf(app, 'karim')).toBe(held - 20)
  })
})

describe('an admin’s statement', () => {
  test('is found again by Back on the page that a line was followed from', async () => {
    for (let at = 1; at <= 11; at++)
      await fundWallet(app.db, app.world, { userId: app.world.users.shila, amount: at, trx_id: `PAGE${at}` })
    const page = await openAs(browser, 'rahim', `/admin-wallet?statement=admin:${app.world.admins.rahim}`)
    const statement = dialog(page).getByRole('table', { name: 'Statement' })
    await dialog(page).getByRole('button', { name: 'Page 2' }).click()
    await eventually(() =>
      dialog(page)
        .getByText(/^11-\d+ of \d+$/)
        .count(),
    ).toBe(1)
    await eventually(() => statement.getAttribute('aria-busy')).toBe('false')
    const line = await statement.getByRole('link').first().innerText()
    await statement.getByRole('link').first().click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.goBack()
    await statement.getByRole('link', { name: line, exact: true }).waitFor()
    await eventually(() =>
      dialog(page)
        .getByText(/^11-\d+ of \d+$/)
        .count(),
    ).toBe(1)
  })
})

test('a statement in Bangla shows event, way of the money, and why a wallet is frozen', async () => {
  /** Nothing is English but names, and 'tk'. */
  const expectBangla = async (statement: Locator) => {
    const message = (await statement.locator('td:nth-child(2)').allInnerTexts()).join(' ')
    const english = message.replace(/Rahim Uddin|Karim Hossain|shila|tanvir|MobiPay|\d+ Gems|\btk\b/g, '').match(/[A-Za-z]{2,}/g)
    expect(english).toBeNull()
  }
  const { shila } = app.world.users
  const order = await placeOrder(app.db, { userId: shila, packageId: app.world.packages.gems100 })
  const account = await walletAccountOf(shila)
  const rahim = await app.signIn('rahim')
  await breakBalance(account.id, 7)
  onTestFinished(async () => {
    await breakBalance(account.id, -7)
    await app.call(reconcile.check, {}, rahim)
  })
  await app.call(reconcile.check, {}, rahim)
  const page = await openAs(browser, 'rahim', `/user?customer=${shila}&statement=wallet`, { language: 'bn' })
  const statement = dialog(page).getByRole('table', { name: 'স্টেটমেন্ট' })
  const line = `অর্ডার #${order} (100 Gems) করা হয়েছে: খোলা অর্ডারের টাকায় 80 tk গেছে`
  await statement.getByRole('link', { name: line, exact: true }).waitFor()
  await dialog(page).getByText('shila: ওয়ালেট').waitFor()
  await dialog(page).getByText(`হিসাব ${account.id} (ওয়ালেট)-এ আছে`).waitFor()
  await expectBangla(statement)
  await visit(page, `/admin-wallet?statement=admin:${app.world.admins.rahim}`)
  await dialog(page).getByText('Rahim Uddin: সংগ্রহ করা নগদ').waitFor()
  await statement
    .getByText(/^ওয়ালেট যোগ #\d+ \(MobiPay, \d+\) সম্পন্ন হয়েছে: \d+ tk এসেছে, একই পরিমাণ shila-এর ওয়ালেটেও$/)
    .first()
    .waitFor()
  await expectBangla(statement)
})

test('a hand-over is of the shown wallet; without an answer the same is sent once', async () => {
  // The stream would tell the form of the new wallet before it is sent.
  const page = await openWithoutStream(browser, 'rahim', '/admin-wallet-request')
  const cash = await cashOf(app, 'rahim')
  await page.getByText(`${formatTk(cash)}`, { exact: true }).waitFor()
  await fundWallet(app.db, app.world, { userId: app.world.users.shila, amount: 7, trx_id: 'MOVED7' })
  await page.getByLabel('Amount').fill('3')
  await page.getByLabel('Phone (optional)').fill('01700000004')
  const send = page.getByRole('button', { name: 'Edit transaction' })
  await send.click()
  await sayYes(page)
  await expectText(page, `Wallet changed while you were editing: now ${formatTk(cash + 7)}`)
  await page.getByText(`Your wallet will change by -3 tk: ${formatTk(cash + 7)} → ${formatTk(cash + 4)}`).waitFor()
  await loseAnswer(page, `**${handOvers.request.path}`)
  await send.click()
  await sayYes(page)
  await eventually(() => cashOf(app, 'rahim')).toBe(cash + 4)
  await eventually(() => send.isEnabled()).toBe(true)
  await send.click()
  await sayYes(page)
  await expectText(page, 'Transaction updated successfully')
  expect(await cashOf(app, 'rahim')).toBe(cash + 4)
})

describe('/shift and the books', () => {
  test('all see their own sheet; with the permission all of them, per admin and period', async () => {
    const own = await openAs(browser, 'nadia', '/shift')
    await own.getByRole('cell', { name: 'Nadia Islam' }).waitFor()
    await eventually(() => own.getByRole('row').count()).toBe(2)
    await own.getByText('Only orders of your packages are counted').waitFor()
    // What this file did before may be of the day before.
    const page = await openAs(browser, 'rahim', `/shift?from=${shopDay(1)}&to=${shopDay()}`)
    const karim = page.getByRole('row').filter({ hasText: 'Karim Hossain' })
    await eventually(() => karim.innerText()).toContain(formatNumber(await cashOf(app, 'karim')))
    expect(await page.getByText('Only orders of your packages are counted').count()).toBe(0)
    for (const title of ['Cost', 'Profit']) {
      expect(await page.getByRole('columnheader', { name: title }).count()).toBe(1)
      expect(await own.getByRole('columnheader', { name: title }).count()).toBe(0)
    }
    await eventually(() => karim.innerText()).toContain('2,000')
    // Cash and wallet adds lead to the statement, what was handed over to the hand-overs.
    const { karim: owner } = app.world.admins
    const hrefs = await karim.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    const [statement, listed] = [`?statement=admin:${owner}`, `/admin-wallet?owner_id=${owner}`]
    expect(hrefs.filter((href) => href === statement)).toHaveLength(4)
    expect(hrefs.filter((href) => href === listed).length).toBeGreaterThan(1)
    await page.getByRole('combobox', { name: 'Admin' }).selectOption({ label: 'Karim Hossain' })
    await eventually(() => page.getByRole('row').count()).toBe(2)
    await page.getByLabel('From').fill('2020-01-01')
    await page.getByLabel('To', { exact: true }).fill('2020-01-02')
    await eventually(() => karim.innerText()).not.toContain('2,000')
    expect(page.url()).toContain('from=2020-01-01')
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    expect(readFileSync(await file.path(), 'utf8').split('\r\n')[1]).toContain('karim')
  })

  test('on paper there is the sheet alone, with every column beside the longest name', async () => {
    const page = await openAs(browser, 'rahim', '/shift')
    await page.getByRole('row').filter({ hasText: 'Karim Hossain' }).waitFor()
    // What failed stays in its toast.
    await page.route(`**${shift.exportRows.path}`, (route) => route.abort())
    await page.getByRole('button', { name: 'CSV' }).click()
    const toasted = page.getByRole('alert').filter({ hasText: 'Something went wrong' })
    await toasted.waitFor()
    await page.emulateMedia({ media: 'print' })
    await eventually(() => toasted.isVisible()).toBe(false)
    await eventually(() => page.getByRole('navigation', { name: 'Screens' }).isVisible()).toBe(false)
    await eventually(() => page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    await eventually(() => page.getByRole('cell', { name: 'Karim Hossain' }).isVisible()).toBe(true)
    // What is between the margins of A4, lying.
    await page.setViewportSize({ width: 1_032, height: 700 })
    await page.getByRole('cell', { name: 'Karim Hossain' }).evaluate((cell) => {
      const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()
      if (words) words.textContent = 'Karim'.repeat(30)
      // As of a shop whose sums have seven digits.
      for (const other of cell.parentElement?.children ?? []) if (other !== cell) other.textContent = '12,50,000.50'
    })
    const frame = await page.getByRole('table').evaluate((table) => {
      const cut = [...document.querySelectorAll<HTMLElement>('main *')].filter((one) => one.contains(table))
      return cut.filter((one) => getComputedStyle(one).overflowX !== 'visible').map((one) => one.className)
    })
    expect(frame).toEqual([])
    await eventually(() =>
      page.getByRole('row').evaluateAll((rows) => {
        const cells = rows.flatMap((row) => [...row.children]) as HTMLElement[]
        const isCut = (cell: HTMLElement) => cell.getBoundingClientRect().right > 1_032 || cell.scrollWidth > cell.clientWidth
        return cells.filter(isCut).map((cell) => cell.innerText)
      }),
    ).toEqual([])
  })

  test('the period that is shown is marked among the common ones', async () => {
    const page = await openAs(browser, 'rahim', '/shift')
    const pressed = () => page.getByRole('button', { pressed: true }).allInnerTexts()
    await page.getByRole('button', { name: 'Yesterday' }).click()
    await eventually(pressed).toEqual(['Yesterday'])
    await page.getByRole('button', { name: 'Last month' }).click()
    await eventually(pressed).toEqual(['Last month'])
  })

  test('the sums of a large month are whole on a laptop', async () => {
    const page = await openAs(browser, 'rahim', '/shift')
    await page.setViewportSize({ width: 1366, height: 768 })
    const row = page.getByRole('row').filter({ hasText: 'Karim Hossain' })
    await row.waitFor()
    const cut = await row.evaluate((line) => {
      const headings = [...document.querySelectorAll('thead th')].map(({ textContent }) => textContent ?? '')
      const cells = [...line.children] as HTMLElement[]
      const isCut = (cell: HTMLElement) => cell.scrollWidth > cell.clientWidth || cell.getBoundingClientRect().right > innerWidth
      return headings.flatMap((heading, at) => {
        const cell = cells[at]
        if (!cell) return heading
        if (at > 0) cell.textContent = /adds|Orders/.test(heading) ? '15,500' : '12,31,080.30'
        return isCut(cell) ? heading : []
      })
    })
    expect(cut).toEqual([])
  })

  test('sums of all sheets are those of their period; another one hides them', async () => {
    const loss = { admin_id: app.world.admins.karim, kind: 'write_off', amount: 5, reason: 'A lost note' } as const
    const token = await app.signIn('rahim')
    expect((await app.call(handOvers.record, loss, token)).status).toBe(200)
    const days = { from: shopDay(1), to: shopDay() }
    const { sheets } = (await app.call(shift.list, days, token)).body.data
    const lost = sheets.reduce((sum, { written_off }) => sum + written_off, 0)
    const page = await openAs(browser, 'rahim', `/shift?from=${days.from}&to=${days.to}`)
    const sums = page.getByRole('list', { name: 'All admins' }).getByRole('listitem')
    const labels = ['Collected', 'Handed over', 'Written off', 'Still held', 'Sold', 'Profit']
    await eventually(() => sums.locator('small').allTextContents()).toEqual(labels)
    await sums
      .filter({ hasText: 'Written off' })
      .getByText(`${formatTk(lost)}`, { exact: true })
      .waitFor()
    await visit(page, '/shift?from=2026-01-05&to=2026-01-06')
    await eventually(() => sums.locator('small').allTextContents()).toEqual(labels.filter((label) => label !== 'Written off'))
    const letGo = await hold(page, `**${shift.list.path}?*2025-12-01*`)
    const print = page.getByRole('button', { name: 'Print' })
    const period = page.getByText(/ 20\d\d to /)
    await page.getByLabel('From').fill('2025-12-01')
    await eventually(() => page.url()).toContain('from=2025-12-01')
    await eventually(() => print.isDisabled()).toBe(true)
    expect(await period.textContent()).toBe('5 Jan 2026 to 6 Jan 2026')
    letGo()
    await eventually(() => period.textContent()).toBe('1 Dec 2025 to 6 Jan 2026')
    await eventually(() => print.isDisabled()).toBe(false)
  })

  test('before the first check and long after the last no rule of the books is green', async () => {
    const page = await openAs(browser, 'rahim', '/profile')
    const rules = page.getByRole('region', { name: 'Accounting checks' })
    for (const [patch, light] of [
      [{ checked_at: null }, 'Books not checked yet'],
      [{ is_behind: true }, /^Books balanced at the last check: \d+ \w+ 20\d\d \d\d:\d\d$/],
    ] as const) {
      await page.route(`**${reconcile.show.path}`, async (route) => {
        const response = await route.fetch()
        const { data, ...rest } = await response.json()
        await route.fulfill({ response, json: { ...rest, data: { ...data, checked_at: new Date(), ...patch } } })
      })
      await visit(page, '/test')
      await page.getByText(light).waitFor()
      await eventually(() => rules.getByText('---').count()).toBeGreaterThan(10)
      expect(await rules.locator('.tabler-icon-circle-check').count()).toBe(0)
      // It reads the books again by itself: a reading that is under way must not outlive the page.
      await page.unrouteAll({ behavior: 'wait' })
      await visit(page, '/profile')
    }
  })

  test('the light is green on / and /test, red with the broken row and frozen account', async () => {
    const page = await openAs(browser, 'rahim', '/test')
    await page.getByRole('heading', { level: 1, name: 'System status' }).waitFor()
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText(/^Books balanced: checked at/).waitFor()
    await eventually(() => page.getByText('OK', { exact: true }).count()).toBeGreaterThan(10)
    const { shila } = app.world.users
    const account = await walletAccountOf(shila)
    await breakBalance(account.id, 7)
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText(/^1 accounting check failed at/).waitFor()
    await page.getByRole('heading', { name: 'Frozen accounts' }).waitFor()
    await page
      .getByText(new RegExp(`^Account ${account.id} \\(user_wallet\\) says`))
      .first()
      .waitFor()
    await visit(page, '/')
    const failing = page.getByRole('link', { name: /^1 accounting check failed at/ })
    await failing.waitFor()
    const [red, , blue] = await failing.evaluate((light) => getComputedStyle(light).color.match(/\d+/g)?.map(Number) ?? [])
    expect(red).toBeGreaterThan(2 * (blue ?? 0))
    await breakBalance(account.id, -7)
    await visit(page, '/test')
    await page.getByRole('button', { name: 'Check now' }).click()
    await page
      .getByText(/^Books balanced/)
      .first()
      .waitFor()
    await eventually(() => page.getByRole('heading', { name: 'Frozen accounts' }).count()).toBe(0)
    await visit(page, '/')
    await page.getByRole('link', { name: /^Books balanced/ }).waitFor()
    await page.getByRole('button', { name: 'Rahim Uddin' }).click()
    await page.getByRole('menuitem', { name: 'System status' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Shift sheet' }).click()
    await page.getByRole('heading', { level: 1, name: 'Shift sheet' }).waitFor()
    const karim = await openAs(browser, 'karim', '/')
    await karim.getByRole('button', { name: 'Karim Hossain' }).click()
    await karim.getByRole('menuitem', { name: 'Security' }).waitFor()
    expect(await karim.getByRole('menuitem', { name: 'System status' }).count()).toBe(0)
    await visit(karim, '/test')
    await toast(karim, 'Access Denied')
    expect(await karim.getByRole('button', { name: 'Check now' }).count()).toBe(0)
  })
})

test('a wallet above the limit of a hand-over offers the most, and explains the rest', async () => {
  const { admins, methods, users } = app.world
  const hers = { admins: { ...admins, rahim: admins.nadia }, methods }
  const before = await cashOf(app, 'nadia')
  for (const trx_id of ['MUCH1', 'MUCH2']) await fundWallet(app.db, hers, { userId: users.shila, amount: 9_000_000, trx_id })
  const page = await openAs(browser, 'nadia', '/admin-wallet-request')
  await page.getByText('At most 1,00,00,000 tk per hand-over. Hand over the rest separately.').waitFor()
  await page.getByRole('button', { name: 'Hand over 1,00,00,000 tk' }).click()
  await page.getByLabel('Phone (optional)').fill('01700000003')
  await page.getByRole('button', { name: 'Edit transaction' }).click()
  await sayYes(page)
  await page.waitForURL('**/my-wallet-request')
  expect(await cashOf(app, 'nadia')).toBe(before + 8_000_000)
})

test('a deleted admin’s name leads super admins alone to what they collected', async () => {
  const rahim = await app.signIn('rahim')
  const named = { first_name: 'Gone', last_name: 'Away', username: 'gone', email: 'gone@demo.topdeck.example' }
  const secret = { password: 'gone and away', confirm_password: 'gone and away' }
  const { id } = (await app.call(admins.create, { ...named, ...secret }, rahim)).body.data
  const world = { ...app.world, admins: { ...app.world.admins, rahim: id } }
  await fundWallet(app.db, world, { userId: app.world.users.shila, amount: 25, trx_id: 'GONE25' })
  const brought = { admin_id: id, kind: 'recorded', amount: 25, reason: 'On the last day' } as const
  expect((await app.call(handOvers.record, brought, rahim)).status).toBe(200)
  expect((await app.call(admins.remove, { id }, rahim)).status).toBe(200)
  await grant(app, 'nadia', ['hand_overs_view', 'shift_view', 'statements_view'])
  for (const [who, links] of [
    ['rahim', 1],
    ['nadia', 0],
  ] as const) {
    const page = await openAs(browser, who, '/profile')
    for (const address of ['/admin-wallet', '/shift']) {
      await visit(page, address)
      const row = page.getByRole('row').filter({ hasText: 'Gone Away' })
      await row.waitFor()
      // Whose it is not it may become a moment later, once it is known who looks.
      await untilQuiet(page)
      await eventually(() => row.getByRole('link', { name: 'Gone Away' }).count()).toBe(links)
    }
  }
})
