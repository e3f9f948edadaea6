import type { Page } from 'playwright-core'
import { atMost, figure, firstRow, go, ownerOf, post, press, visit } from './visit.ts'

interface Counting {
  readonly keys?: true
  /** What this browser remembers, such as a split view. */
  readonly stored?: Readonly<Record<string, string>>
}

/** Does a task on a screen and counts how often the pointer, or a key, is pressed until a toast tells that it is done. */
async function count(
  url: string,
  what: string,
  path: string,
  goal: number,
  work: (page: Page) => Promise<unknown>,
  { keys, stored }: Counting = {},
) {
  const measure = async (page: Page) => {
    let pressed = 0
    await page.exposeFunction('countPress', () => {
      pressed += 1
    })
    await page.addInitScript(
      (event) => {
        const note = (pressed: Event) =>
          pressed instanceof KeyboardEvent && pressed.key === 'Shift'
            ? undefined
            : (window as unknown as { countPress(): void }).countPress()
        addEventListener(event, note, true)
      },
      keys ? 'keydown' : 'pointerdown',
    )
    await go(page, path)
    await work(page)
    figure(`${keys ? 'keys' : 'clicks'}: ${what}`, pressed, atMost(goal))
  }
  await visit(url, what, measure, stored && { stored })
}

const done = (page: Page, text: string) => page.getByText(text).last().waitFor()

/** A second click or Enter at once, where a question has just opened, is ignored. */
const look = (page: Page) => page.waitForTimeout(600)
export const sayYes = async (page: Page) => {
  await look(page)
  await page.getByRole('alertdialog').getByRole('button').last().click()
}

async function countMoney(url: string) {
  await count(
    url,
    'an order taken and completed',
    '/order',
    3,
    async (page) => {
      await page.keyboard.press('t')
      await page.locator('[data-beside]').getByText('Reserved for you').first().waitFor()
      await page.keyboard.press('Shift+Enter')
      await page.locator('[data-at-bottom="question"]').waitFor()
      await look(page)
      await page.keyboard.press('Enter')
      await done(page, 'Order updated successfully')
    },
    { keys: true },
  )
  await count(url, 'an order cancelled with a note', '/order', 5, async (page) => {
    await press(firstRow(page), /^Edit order/)
    await page.getByRole('dialog').getByRole('radio', { name: 'cancel' }).check()
    await page.getByRole('list', { name: 'Ready-made notes' }).getByRole('button').first().click()
    await press(page.getByRole('dialog'), 'Save')
    await sayYes(page)
    await done(page, 'Order updated successfully')
  })
  await count(
    url,
    'a wallet add approved, with its question',
    '/add-wallet?status=pending',
    3,
    async (page) => {
      const beside = page.locator('[data-beside]')
      await beside.getByRole('radio', { name: 'completed' }).check()
      await press(beside, 'Save')
      await sayYes(page)
      await done(page, 'Transaction updated successfully')
    },
    { stored: { split: 'true' } },
  )
  await count(url, 'a payment message approved, once it is pasted', '/add-wallet?status=pending', 2, approveByMessage, {
    keys: true,
  })
  await count(url, 'a refund, and a reason', '/order?status=completed', 3, async (page) => {
    await firstRow(page).locator('td').nth(1).click()
    await press(page.locator('[data-beside]'), 'Correct this order')
    await page.keyboard.type('Wrong player')
    await page.keyboard.press('Enter')
    await sayYes(page)
    await done(page, 'Order updated successfully')
  })
}

/** Pastes what the wallet would have said of the first row without a flag. */
async function approveByMessage(page: Page) {
  const texts = await page
    .locator('tr[data-id]:not(:has(ul))')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).innerText))
  const facts = texts.map((text) =>
    [/([\d,.]+) tk/, /\b01\d{9}\b/, /\b(?=\w*[A-Z])[A-Z0-9]{8,12}\b/].map((fact) => text.match(fact)),
  )
  const [amount, phone, trxId] = facts.find((found) => found.every(Boolean)) ?? []
  const said = `You have received Tk ${amount?.[1]} from ${phone?.[0]}. Fee Tk 0.00. Balance Tk 9,99,999.00. TrxID ${trxId?.[0]} at 26/11/2026 12:30`
  await page.getByRole('searchbox', { name: 'Search' }).evaluate((box, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, said)
  await page.locator('button:focus', { hasText: /^Approve/ }).waitFor()
  await page.keyboard.press('Enter')
  await page
    .getByRole('alertdialog')
    .locator('button:focus', { hasText: /^Approve/ })
    .waitFor()
  await look(page)
  await page.keyboard.press('Enter')
  await done(page, 'Transaction updated successfully')
}

async function countAnswers(url: string) {
  await count(url, 'the month by game', '/', 1, async (page) => {
    await page.getByText('This month', { exact: true }).click()
    await page.getByRole('table', { name: 'By game' }).waitFor()
  })
  await count(url, 'who changed a wallet', '/', 2, async (page) => {
    await page.getByRole('link', { name: /^Changed by hand/ }).click()
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  })
}

export async function countClicks(url: string) {
  await countMoney(url)
  await countAnswers(url)
  const now = Date.now()
  await count(url, 'a status and a note', '/order', 3, async (page) => {
    await press(firstRow(page), /^Edit order/)
    await page.getByRole('dialog').getByRole('radio', { name: 'in_progress' }).check()
    await page.keyboard.press('Tab')
    await page.keyboard.type('On its way')
    await press(page.getByRole('dialog'), 'Save')
    await done(page, 'Order updated successfully')
  })
  await count(url, 'a game repriced, and a number', '/topup-packages', 3, async (page) => {
    await page.locator('main summary').first().click()
    await page.getByRole('textbox', { name: 'Dollar rate' }).click()
    await page.keyboard.type(String(100 + (now % 97) / 10))
    await page.getByRole('table', { name: 'Preview of this rate' }).waitFor()
    await page.keyboard.press('Enter')
    await sayYes(page)
    await done(page, 'Dollar rate updated successfully')
  })
  const [password, name] = ['measured every month', `clerk${now % 100_000}`]
  const admin = { first_name: 'Clerk', last_name: String(now % 100_000), username: name, email: `${name}@shop.example` }
  await post(url, '/admin/create-admin', { ...admin, password, confirm_password: password }, (await ownerOf(url)).token)
  await count(url, 'all orders of all products for a colleague', '/admins', 6, async (page) => {
    await page.getByRole('link', { name: `Manage Auth Permission of Clerk ${now % 100_000}` }).click()
    await press(page, 'Use the permissions of Order agent')
    await press(page, 'Save')
    await done(page, 'Permission updated successfully')
    await page.getByRole('link', { name: 'Manage Order Permission', exact: true }).click()
    await page.getByRole('checkbox', { name: /^Select all of All \d+ products/ }).click()
    await press(page, 'Save')
    await done(page, 'Permission updated successfully')
  })
  await count(url, '50 vouchers, and a paste', '/upins', 4, async (page) => {
    await page.getByRole('button', { name: /left/ }).first().click()
    await page.getByRole('button', { pressed: true }).waitFor()
    await page.getByRole('link', { name: 'Add Voucher' }).click()
    await page.getByRole('heading', { name: 'Create New Voucher' }).waitFor()
    await page.getByRole('textbox', { name: 'Voucher Code' }).click()
    await page.keyboard.insertText(Array.from({ length: 50 }, (_, at) => `FIFTY-${now}-${at}`).join('\n'))
    await press(page, 'Create Voucher')
    await done(page, 'UniPin created successfully')
  })
}
