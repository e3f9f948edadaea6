import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatTk, type Tk } from '#contract/money.ts'
import type { Received } from '#contract/payment-rows.ts'
import { payments } from '#contract/payments.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { addPhone, newTrxId, openWallet, setRule, type TestPhone } from '../payments/shop.ts'
import { STORE_KEY } from '../support/app.ts'
import { shopDay } from '../support/midnight.ts'
import { toast } from './browser.ts'
import { grant, openAs } from './people.ts'
import { BOUNCE_MS, dialog, sayYes } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually, expectQuery, expectRow, expectRows, headings, openFilter, rowOf } from './table.ts'
import { editStatus } from './wallets.ts'

const { app, browser } = await startShop()
const rahim = await app.signIn('rahim')
const methodId = app.world.methods.mobipay
const wallet = openWallet(methodId)
let phone: TestPhone

beforeAll(async () => {
  await setRule(app, rahim, methodId)
  phone = await addPhone(app, rahim, [methodId])
  await phone.send(wallet.pay(1, newTrxId()))
})

let number = 0
/** A wallet add of shila's, each from another number: the same number and amount are a flag. */
const ask = async (amount: number, trx_id: string): Promise<number> => {
  number += 1
  const input = {
    user_id: app.world.users.shila,
    payment_method_id: methodId,
    amount,
    number: `0181${String(number).padStart(7, '0')}`,
  }
  return (await app.call(store.addWallet, { ...input, trx_id }, STORE_KEY, `add ${number}`)).body.data.id
}
const stateOf = async (id: number) => (await app.call(payments.show, { id }, rahim)).body.data.payment.state
const drawer = (page: Page, { id }: Received) => page.getByRole('dialog', { name: `Payment ${id}` })
const open = (page: Page, { id }: Received, verb = 'Open') =>
  page.getByRole('link', { name: `${verb} payment ${id}`, exact: true }).click()

describe('/payments', () => {
  test('lists state, wallet add and flags; filters by state and finds a message', async () => {
    const trxId = newTrxId()
    const add = await ask(80, trxId)
    const message = wallet.pay(70, trxId)
    const differs = await phone.send(message)
    const forger = openWallet(methodId)
    forger.lose(400)
    const flagged = await phone.send(forger.pay(25, newTrxId()), { sender: '01700000009' })
    const page = await openAs(browser, 'rahim', '/payments', { width: 1366 })
    await eventually(() => headings(page)).toEqual([
      'ID',
      'Amount',
      'State',
      'Payer',
      'TrxID',
      'Payment method',
      'Phone',
      'Received',
      'Wallet add',
      'Flags',
      'Action',
    ])
    await expectRow(page, differs.id, ['70 tk', 'Amount differs', trxId, 'Counter phone', `#${add}`, 'shila', 'asks for 80 tk'])
    await expectRow(page, flagged.id, ['25 tk', 'No wallet add', 'Money that left before it is missing', 'Unknown sender'])
    await page.getByRole('combobox', { name: 'State' }).selectOption('Amount differs')
    await expectQuery(page, { state: 'differs' })
    await expectRows(page, [differs.id])
    await page.getByRole('button', { name: 'Clear' }).first().click()
    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.fill(message)
    await search.press('Enter')
    await expectRows(page, [differs.id])
  })

  test('the day close leads from the shift sheet to the messages of a state', async () => {
    const trxId = newTrxId()
    const waiting = await phone.send(wallet.pay(37.5, trxId))
    const page = await openAs(browser, 'rahim', '/shift', { width: 1366 })
    await page.getByRole('link', { name: /^Payments of / }).click()
    const close = page.getByRole('dialog', { name: /^Day close: / })
    const { states = [] } = (await app.call(payments.day, { day: shopDay() }, rahim)).body.data.data[0] ?? {}
    const unasked = states.find(({ state }) => state === 'waiting')
    await close.getByRole('link', { name: `${formatTk(unasked?.amount as Tk)} (${unasked?.count})` }).click()
    await close.waitFor({ state: 'detached' })
    await expectQuery(page, { state: 'waiting', payment_method_id: String(methodId), from: shopDay(), to: shopDay() })
    await rowOf(page, waiting.id).waitFor()
    await page.getByText(`of ${unasked?.count}`).first().waitFor()
  })

  test('the drawer shows message and balance, and matches by hand with a reason', async () => {
    const right = await ask(130, 'MISTYPED1')
    const before = await phone.send(wallet.pay(40, newTrxId()))
    const notice = await phone.send(wallet.pay(130, newTrxId()))
    const page = await openAs(browser, 'rahim', `/payments?q=%23${notice.id}`)
    await open(page, notice, 'Match')
    const shown = drawer(page, notice)
    await shown.getByText('You have received Tk 130.00 from 01811000001').waitFor()
    await shown.getByText('Follows from the message before it.').waitFor()
    await shown.getByRole('link', { name: new RegExp(`^Payment ${before.id} left `) }).waitFor()
    await shown.getByRole('button', { name: 'Match', exact: true }).click()
    await shown.getByText('Reason is required').waitFor()
    await shown.getByRole('radio', { name: new RegExp(`^#${right} shila`) }).check()
    expect(await shown.getByLabel('Wallet add ID').inputValue()).toBe(String(right))
    await shown.getByLabel('Reason').fill('Shila typed another TrxID')
    await shown.getByRole('button', { name: 'Match', exact: true }).click()
    await toast(page, 'Payment matched')
    await shown.getByText('Its wallet add asks for the same amount.').waitFor()
    expect(await stateOf(notice.id)).toBe('matched')
    expect((await app.call(walletAdds.show, { id: right }, rahim)).body.data.status).toBe('pending')
  })

  test('pasted messages are read at once, and added with their states', async () => {
    const trxId = newTrxId()
    await ask(310, trxId)
    const messages = [wallet.pay(310, trxId), wallet.cashOut(5, newTrxId()), 'Hello, where is my order?']
    const page = await openAs(browser, 'rahim', '/payments')
    await page.getByRole('button', { name: 'Paste messages' }).click()
    await dialog(page).getByLabel('Messages').fill(messages.join('\n\n'))
    const read = dialog(page).getByRole('list', { name: 'What was read' }).getByRole('listitem')
    await eventually(() => read.count()).toBe(3)
    expect((await read.allInnerTexts()).map((text) => text.split('\n').slice(0, 2))).toEqual([
      [`Money received · ${trxId} · 01811000001`, '310 tk'],
      [expect.stringMatching(/^Not a payment: Cash out/), expect.anything()],
      ['Not read', expect.anything()],
    ])
    await dialog(page).getByRole('button', { name: 'Add 3 messages' }).click()
    await toast(page, '3 messages added: Matched 1, Not a payment 1, Not read 1')
    await dialog(page).waitFor({ state: 'detached' })
    const { payments: rows } = (await app.call(payments.list, { q: trxId }, rahim)).body.data
    expect(rows).toMatchObject([{ state: 'matched', flags: ['pasted'] }])
  })

  test('karim, who sees wallet adds and approves none, reads and matches nothing', async () => {
    const notice = await phone.send(wallet.pay(9, newTrxId()))
    await grant(app, 'karim', ['wallet_adds_view'])
    const page = await openAs(browser, 'karim', '/')
    await page.locator('header button[aria-haspopup="menu"]').last().click()
    await page.getByRole('menuitem', { name: 'Payments' }).click()
    await open(page, notice)
    await drawer(page, notice).getByText('No wallet add has this TrxID').waitFor()
    expect(await drawer(page, notice).getByRole('button', { name: 'Match', exact: true }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Paste messages' }).count()).toBe(0)
  })
})

describe('paid wallet adds', () => {
  const paidRow = async (asked: number, paid = asked) => {
    const trxId = newTrxId()
    const id = await ask(asked, trxId)
    const message = wallet.pay(paid, trxId)
    return { id, message, notice: await phone.send(message) }
  }
  const statusOf = async (id: number) => {
    const { status, amount } = (await app.call(walletAdds.show, { id }, rahim)).body.data
    return { status, amount }
  }

  test('Paid leads to the payment, a filter finds it, and Shift+Enter approves it', async () => {
    const { id, notice } = await paidRow(640)
    const page = await openAs(browser, 'rahim', `/add-wallet?q=%23${id}`, { width: 1366 })
    await rowOf(page, id).getByRole('link', { name: 'Paid', exact: true }).click()
    await drawer(page, notice).waitFor()
    await page.goBack()
    await openFilter(page)
    await page.getByRole('combobox', { name: 'Payment', exact: true }).selectOption('No payment')
    await page.getByText('No Result Found').first().waitFor()
    await page.getByRole('combobox', { name: 'Payment', exact: true }).selectOption('Paid')
    await expectRows(page, [id])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+Enter')
    await page.getByRole('alertdialog').getByText(`Wallet add ${id}: 640 tk will go to shila’s wallet`).waitFor()
    await sayYes(page)
    await toast(page, 'Transaction updated successfully')
    expect(await statusOf(id)).toEqual({ status: 'completed', amount: 640 })
  })

  test('where the amount differs, what was paid is credited after a question', async () => {
    const { id } = await paidRow(80, 70)
    const page = await openAs(browser, 'rahim', `/add-wallet?q=%23${id}`)
    await expectRow(page, id, ['80 tk', 'Paid 70 tk', 'Amount differs: #'])
    await editStatus(page, id).click()
    await dialog(page).getByText('70 tk was paid, 80 tk was asked for').waitFor()
    await dialog(page).getByRole('button', { name: 'Credit what was paid' }).click()
    await page.getByRole('alertdialog').getByText('70 tk, which was paid, will go to shila’s wallet').waitFor()
    await sayYes(page)
    await toast(page, 'Transaction updated successfully')
    expect(await statusOf(id)).toEqual({ status: 'completed', amount: 70 })
  })

  test('a message pasted into the search is compared, and Enter, Enter approves', async () => {
    const trxId = newTrxId()
    const message = wallet.pay(455, trxId)
    const input = {
      user_id: app.world.users.shila,
      payment_method_id: methodId,
      amount: 455,
      number: '01811000001',
      trx_id: trxId,
    }
    const { id } = (await app.call(store.addWallet, input, STORE_KEY, 'pasted')).body.data
    const page = await openAs(browser, 'rahim', '/add-wallet')
    const paste = async (text: string) => {
      const search = page.getByRole('searchbox', { name: 'Search' })
      await search.evaluate((box, data) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', data)
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, text)
    }
    const compared = page.getByRole('region', { name: 'Message compared' })
    await paste(message.replace('Tk 455.00', 'Tk 450.00'))
    await compared.getByText('Amount: 455 tk · the message says 450 tk').waitFor()
    expect(await compared.getByRole('button').count()).toBe(0)
    await paste(message)
    await eventually(() => compared.getByRole('listitem').allInnerTexts()).toEqual([
      'Amount: 455 tk',
      'Phone: 01811000001',
      `TrxID: ${trxId}`,
    ])
    await eventually(() => focusedText(page)).toBe('Approve 455 tk')
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').getByText('455 tk will go to shila’s wallet').waitFor()
    const yes = page.getByRole('alertdialog').getByRole('button', { name: 'Approve 455 tk' })
    await eventually(() => yes.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.waitForTimeout(BOUNCE_MS)
    await page.keyboard.press('Enter')
    await toast(page, 'Transaction updated successfully')
    expect(await statusOf(id)).toEqual({ status: 'completed', amount: 455 })
    // The next one is pasted where the focus is, without a way to the search box; not into a field, nor under a dialog.
    const pasteHere = (text: string) =>
      page.evaluate((data) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', data)
        const { activeElement } = document
        activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        return activeElement?.tagName
      }, text)
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await pasteHere(wallet.pay(20, 'UNKNOWN9X1'))
    await page.getByRole('alert').getByText('No wallet add has the TrxID UNKNOWN9X1').waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).press('Control+k')
    await page.getByRole('dialog').waitFor()
    await pasteHere(message)
    expect(new URL(page.url()).searchParams.get('q')).toBe('UNKNOWN9X1')
  })
})

describe('/settings, Payments', () => {
  test('a rule, a phone with its key once, a test message that shows, and its end', async () => {
    const page = await openAs(browser, 'rahim', '/settings')
    const rule = page.getByRole('form', { name: 'MobiPay' })
    await rule.getByLabel('Wallet', { exact: true }).selectOption('bKash')
    await rule.getByLabel('Complete paid wallet adds automatically').check()
    await rule.getByLabel('At most each').fill('1,000')
    await rule.getByLabel('At most a day').fill('5000')
    await rule.getByRole('button', { name: 'Update MobiPay' }).click()
    await toast(page, 'Payment rule updated')
    const rules = (await app.call(payments.rules, {}, rahim)).body.data.data
    expect(rules.at(-1)).toMatchObject({ wallet: 'bkash', automatic: 1, automatic_each: 1_000, automatic_daily: 5_000 })

    await page.getByRole('button', { name: 'Add phone' }).click()
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
    await dialog(page).getByText('Name is required').waitFor()
    await dialog(page).getByLabel('Name').fill('Back room')
    await dialog(page).getByLabel('MobiPay').check()
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
    const shown = dialog(page).locator('pre')
    const key = /Authorization: (\S+)/.exec(await shown.innerText())?.[1] ?? ''
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
    await shown.waitFor({ state: 'detached' })

    const row = page.getByRole('listitem').filter({ hasText: 'Back room' })
    await row.getByText('No message yet').waitFor()
    await row.getByRole('button', { name: 'Send me a test message' }).click()
    await row.getByText('Pay 1 tk to the wallet of this phone.').waitFor()
    const message = wallet.pay(1, newTrxId())
    expect((await app.call(payments.receive, { sender: 'bKash', text: message }, key)).status).toBe(200)
    await row.getByText(message).waitFor()
    await row.getByRole('button', { name: 'Revoke Back room' }).click()
    await sayYes(page)
    await toast(page, 'Phone revoked')
    expect((await app.call(payments.receive, { sender: 'bKash', text: wallet.pay(1, newTrxId()) }, key)).status).toBe(401)
  })
})

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test('a statement says what the phones missed, and adds it', async () => {
  const [known, missed] = [newTrxId(), newTrxId()]
  await phone.send(wallet.pay(44, known))
  const id = await ask(63, missed)
  const at = new Date(Date.now() + 6 * 3_600_000).toISOString()
  const line = (trxId: string, amount: number) => `${at.slice(0, 10)} ${at.slice(11, 16)},${trxId},${amount}.00\n`
  const page = await openAs(browser, 'rahim', '/payments')
  await page.getByRole('button', { name: 'Compare statement' }).click()
  const shown = dialog(page)
  const buffer = Buffer.from(`Date,TrxID,Amount\n${line(known, 44)}${line(missed, 63)}`)
  await shown.getByLabel('Statement of the wallet').setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer })
  await shown.getByText('Missed by the phones: 1, 63 tk').waitFor()
  await shown.getByText(new RegExp(`^${missed}, 63 tk`)).waitFor()
  await shown.getByRole('button', { name: 'Add the missing payments' }).click()
  await toast(page, 'Payments added: 1')
  await shown.getByText(/Missed by the phones/).waitFor({ state: 'detached' })
  await eventually(async () => (await app.call(walletAdds.show, { id }, rahim)).body.data.payment?.amount).toBe(63)
})
