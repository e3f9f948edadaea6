import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { physicalProducts } from '#contract/physical-products.ts'
import { topupProducts } from '#contract/topup-products.ts'
import { ATTACKS } from '../support/attacks.ts'
import { uploadPicture } from '../support/pictures.ts'
import { markChanged, untilQuiet } from './browser.ts'
import { openAs, visit } from './people.ts'
import { answer } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually } from './table.ts'

const SAFE = '<p>Enter your <strong>player ID</strong>.</p>'
/** The character 0 cannot be stored at all. */
const ATTACK_TEXTS = ATTACKS.map((attack) => attack.replaceAll('\u0000', ''))
const TOGETHER = `${SAFE}${ATTACK_TEXTS.join('')}${SAFE}`

const { app, browser } = await startShop()
let thing: number

beforeAll(async () => {
  const rahim = await app.signIn('rahim')
  const image = await uploadPicture(app.url, rahim)
  const add = async (name: string, description: string) => {
    const cap = { name, image, sale_price: 450, regular_price: 520, quantity: 3, is_active: 1, description }
    return (await app.call(physicalProducts.create, cap, rahim)).body.data.id
  }
  for (const [at, attack] of ATTACK_TEXTS.entries()) await add(`Attack ${at}`, `${SAFE}${attack}`)
  thing = await add('All attacks', TOGETHER)
  const starfall = { id: app.world.products.starfall, name: 'Starfall Arena', rules: TOGETHER }
  expect((await app.call(topupProducts.update, starfall, rahim)).status).toBe(200)
})

/** Selects all that the form's editor holds. */
const selectText = async (page: Page) => {
  const editor = page.locator('[contenteditable="true"]')
  await editor.getByText('player ID').first().waitFor()
  await editor.click()
  await page.keyboard.press('Control+A')
  return editor
}

test('no attack of the corpus runs, on /landing or in the forms', async () => {
  const page = await openAs(browser, 'rahim', '/profile')
  const ran: string[] = []
  page.on('dialog', (dialog) => {
    ran.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (/evil|ok\.example/.test(request.url())) ran.push(`request: ${request.url()}`)
  })
  page.on('popup', (popup) => ran.push(`popup: ${popup.url()}`))
  markChanged(page)
  await page.evaluate(() => {
    Object.assign(window, { isWatched: true, alert: () => Object.assign(window, { ranScript: true }) })
  })
  const expectNothingRan = async (path: string) => {
    await untilQuiet(page)
    // A load would have forgotten both.
    expect(await page.evaluate(() => ['ranScript' in window, 'isWatched' in window])).toEqual([false, true])
    expect(ran).toEqual([])
    expect(new URL(page.url()).pathname).toBe(path)
  }

  await visit(page, '/landing')
  const texts = page.locator('details', { has: page.locator('summary', { hasText: /^(Rules|Description)$/ }) })
  await eventually(() => texts.count()).toBe(ATTACK_TEXTS.length + 2)
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  await eventually(() => texts.getByText('player ID').count()).toBeGreaterThanOrEqual(ATTACK_TEXTS.length + 2)
  // Whatever listens to the pointer, the focus or a change would hear of it now.
  await texts.evaluateAll((all) => {
    for (const element of all.flatMap((one) => [...one.querySelectorAll<HTMLElement>('*')])) {
      for (const kind of ['pointerenter', 'mouseover', 'focus', 'toggle', 'load', 'error']) element.dispatchEvent(new Event(kind))
      if (!element.closest('a[target="_blank"], summary'))
        element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    }
  })
  await expectNothingRan('/landing')

  const { starfall } = app.world.products
  for (const path of [`/topup-product/edit/${starfall}`, `/physical-product/edit/${thing}`]) {
    await visit(page, path)
    const editor = await selectText(page)
    await page.keyboard.press('End')
    await page.keyboard.type(' and wait')
    await expectNothingRan(path)
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await answer(page, 'Leave')
    await editor.waitFor({ state: 'detached' })
  }
})

test('a link gets its missing scheme before and after saving; bad ones are refused', async () => {
  const page = await openAs(browser, 'rahim', `/physical-product/edit/${thing}`)
  const editor = await selectText(page)
  await page.keyboard.type('Ask us')
  await page.keyboard.press('Control+A')
  const linkTo = async (address: string) => {
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    const box = page.getByRole('textbox', { name: 'Link address' })
    await box.fill(address)
    // The box has one button, and no second one that the server would not listen to.
    const buttons = box.locator('xpath=ancestor::*[@role="dialog"]').getByRole('button')
    expect(await buttons.allInnerTexts()).toEqual(['Save'])
    await buttons.click()
    await box.waitFor({ state: 'hidden' })
  }
  await linkTo('ftp://shop.example')
  await page.getByText('Enter a link that begins with http:// or https://').waitFor()
  expect(await editor.getByRole('link').count()).toBe(0)
  await linkTo('wa.me/8801711000000')
  await eventually(() => editor.getByRole('link').getAttribute('href')).toBe('https://wa.me/8801711000000')
  await page.locator('form').getByRole('button', { name: 'Save' }).click()
  const stored = () => app.db.selectFrom('physical_products').select('description').where('id', '=', thing).executeTakeFirst()
  await eventually(stored).toEqual({
    description: '<p><a href="https://wa.me/8801711000000" target="_blank" rel="noopener noreferrer nofollow">Ask us</a></p>',
  })
})
