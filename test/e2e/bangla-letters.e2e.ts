import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { untilQuiet } from './browser.ts'
import { openAs, signInAs } from './people.ts'
import { heading } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually } from './table.ts'

const { browser } = await startShop()

describe('Bangla on a machine without a font for it', () => {
  /** Texts that would be drawn otherwise if the browser drew them for the first time now: with letters instead of boxes. */
  const boxed = (page: Page) =>
    page.evaluate(() => {
      const widthOf = (element: HTMLElement) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return Math.round(range.getBoundingClientRect().width)
      }
      const texts = [...document.querySelectorAll<HTMLElement>('body *')].filter(
        ({ children, textContent, offsetWidth }) =>
          children.length === 0 && offsetWidth > 1 && /[\u0980-\u09ff]/.test(textContent),
      )
      const before = texts.map(widthOf)
      for (const text of texts) text.style.fontFeatureSettings = '"kern"'
      const after = texts.map(widthOf)
      for (const text of texts) text.style.fontFeatureSettings = ''
      return texts.flatMap(({ textContent }, place) => (before[place] === after[place] ? [] : [textContent]))
    })
  const lettersHere = (page: Page) =>
    page.evaluate(
      () => [...document.fonts].filter(({ family, status }) => /Noto.*Bengali/.test(family) && status === 'loaded').length,
    )
  const untilLettersAreHere = (page: Page) => eventually(() => lettersHere(page)).toBe(2)

  test('is shown with its letters from the first screen on and after a switch', async () => {
    const page = await browser.newPage({ language: 'bn' })
    await page.goto('/login')
    await heading(page, 'সাইন ইন').waitFor()
    await untilLettersAreHere(page)
    expect(await boxed(page)).toEqual([])
    await page.locator('button[type="submit"]').click()
    await page.getByText('ইমেইল দিতে হবে', { exact: true }).waitFor()
    await signInAs(page, 'karim', { remember: true })
    await untilQuiet(page)
    expect(await boxed(page)).toEqual([])
    await page.reload()
    await heading(page, 'ড্যাশবোর্ড').waitFor()
    await untilQuiet(page)
    expect(await boxed(page)).toEqual([])
    const switched = await browser.newPage()
    await signInAs(switched, 'karim')
    await switched.getByRole('button', { name: 'বাংলা' }).click()
    await heading(switched, 'ড্যাশবোর্ড').waitFor()
    await untilQuiet(switched)
    expect(await boxed(switched)).toEqual([])
  })

  test('is shown with its letters on an English screen too, fetched for it alone', async () => {
    const page = await openAs(browser, 'rahim', '/order')
    await untilQuiet(page)
    const search = page.getByRole('searchbox').or(page.locator('search input')).first()
    await search.fill('Rahim')
    await untilQuiet(page)
    expect(await lettersHere(page)).toBe(0)
    await search.fill('রহিম')
    await page.keyboard.press('Enter')
    await untilLettersAreHere(page)
  })

  test('does not wait for a font that does not come, and takes one that comes late', async () => {
    const page = await browser.newPage({ language: 'bn' })
    let send = () => {}
    const sent = new Promise<void>((resolve) => (send = resolve))
    await page.route('**/noto-sans-bengali-*', async (route) => {
      await sent
      await route.continue()
    })
    await page.goto('/login')
    await heading(page, 'সাইন ইন').waitFor()
    send()
    await untilLettersAreHere(page)
    await eventually(() => boxed(page)).toEqual([])
  })
})
