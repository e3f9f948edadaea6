import type { Page } from 'playwright-core'
import { atMost, figure, firstRow, go, ownerOf, post, press, visit } from './visit.ts'

/** Does a task on a screen and counts how often the pointer is pressed until a toast tells that it is done. */
async function count(url: string, what: string, path: string, goal: number, work: (page: Page) => Promise<unknown>) {
  await visit(url, what, async (page) => {
    let clicks = 0
    await page.exposeFunction('countClick', () => {
      clicks += 1
    })
    await page.addInitScript(() =>
      addEventListener('pointerdown', () => (window as unknown as { countClick(): void }).countClick(), true),
    )
    await go(page, path)
    await work(page)
    figure(`clicks: ${what}`, clicks, atMost(goal))
  })
}

const done = (page: Page, text: string) => page.getByText(text).last().waitFor()

export async function countClicks(url: string) {
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
