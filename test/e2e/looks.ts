import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { findViolations, type Language, type Scheme, turn, untilQuiet } from './browser.ts'
import { type Seeds, seedEverything } from './look-seed.ts'
import { arriveAs } from './people.ts'
import { startShop } from './shop.ts'
import { type Stop, stops } from './stops.ts'
import { eventually } from './table.ts'

interface Look {
  readonly width: number
  /** Only measured, and only where there are rows. */
  readonly skipsAxe?: boolean
  readonly height?: number
  readonly language: Language
}

/** `npm run prove` takes every combination. */
const FULL = Boolean(process.env.PROVE)
const WIDE = { width: 1366, language: 'en' } as const
const WIDE_BANGLA = { width: WIDE.width, language: 'bn', skipsAxe: !FULL } as const
const PHONE = { width: 390, language: 'bn' } as const
/** Sizes and languages in which axe looks at a stop; of a phone in the dark alone. Colours do not depend on the language. */
const LOOKS: readonly Look[] = FULL ? [WIDE, WIDE_BANGLA, PHONE, { width: 390, language: 'en' }] : [WIDE, WIDE_BANGLA, PHONE]
/** The smallest phone, and 1280 x 720 enlarged to 200%: finer points change no layout. */
const NARROW = [
  { width: 320, height: 800 },
  { width: 640, height: 360 },
]

/** How many files share the stops. */
const PARTS = 3

/** One test per stop of this part: each is resized, translated and darkened in place. */
export async function lookAtPart(part: number): Promise<void> {
  const { app, browser } = await startShop()
  let seeds: Seeds
  beforeAll(async () => {
    seeds = await seedEverything(app)
  })
  test.each(stops.filter((_, at) => at % PARTS === part - 1))('$name', async (stop) => {
    const page = await browser.newPage({ width: stop.isPhoneOnly ? PHONE.width : WIDE.width })
    await arrive(page, stop, seeds)
    await stop.open?.(page, seeds)
    await settle(page)
    expect(await findFaults(page, stop)).toEqual([])
    // As the next stop needs it, or the page would be loaded again.
    await show(page, WIDE)
  })
}

async function arrive(page: Page, { address, title, by = 'rahim' }: Stop, { ids }: Seeds): Promise<void> {
  const filled = address.replace(/\$(\w+)/g, (_, name: string) => String(ids[name]))
  if (by === 'guest') await page.goto(filled)
  else await arriveAs(page, by, filled)
  const headings = page.getByRole('heading', { level: 1, includeHidden: true })
  await headings.first().waitFor()
  await settle(page)
  if (title === undefined) return
  await eventually(() => headings.allInnerTexts()).toEqual([title])
  expect(new URL(page.url()).pathname).toBe(filled.split('?')[0])
}

/** Everything that the page asked for is there and drawn. */
async function settle(page: Page): Promise<void> {
  await eventually(() =>
    page.locator('[aria-busy="true"], [role="status"]:has(.mantine-Skeleton-root), [role="status"][aria-label]').count(),
  ).toBe(0)
  await untilQuiet(page)
}

/** Everything that is wrong with the stop on screen, each with the look in which it was found. */
async function findFaults(page: Page, stop: Stop): Promise<string[]> {
  const faults: string[] = []
  const add = (look: Look, found: string[], scheme: Scheme | '' = '') =>
    faults.push(...found.map((fault) => `${look.width} px, ${look.language} ${scheme}: ${fault}`))
  const opened = await countPanels(page)
  const hasRows = (await page.locator(ROWS).count()) > 0
  const looks = stop.isPhoneOnly ? LOOKS.map((look) => ({ ...look, width: PHONE.width })) : LOOKS
  let schemes: readonly Scheme[] = ['light', 'dark']
  for (const look of looks) {
    if (look.skipsAxe && !hasRows) continue
    await show(page, look)
    expect(await countPanels(page), `dialogs and menus still open: ${look.width} px, ${look.language}`).toBe(opened)
    add(look, await findSidewaysScroll(page))
    add(look, await findOtherSizes(page))
    if (look.width === WIDE.width) add(look, await findCutTexts(page))
    else add(look, await findHiddenActions(page))
    if (look.skipsAxe) continue
    for (const scheme of schemes) {
      await turn(page, scheme)
      const isFirst = scheme === schemes[0]
      add(look, await findViolations(page, isFirst || FULL ? 'all' : 'colour', stop.within), scheme)
    }
    // The next look begins in the colours in which this one ends.
    schemes = FULL ? schemes.toReversed() : ['dark']
  }
  await turn(page, 'light')
  for (const language of FULL ? (['en', 'bn'] as const) : [PHONE.language]) {
    for (const size of NARROW) {
      await show(page, { ...size, language })
      expect(await countPanels(page), `dialogs and menus still open: ${size.width} px, ${language}`).toBe(opened)
      add({ ...size, language }, await findSidewaysScroll(page))
    }
  }
  return faults
}

/** What was opened and would be closed again: a part that has gone has no faults. */
const countPanels = (page: Page): Promise<number> =>
  page.locator('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [aria-invalid="true"]').count()

/** Resizes and translates the page without loading it again, so that what was opened stays open. */
async function show(page: Page, { width, height = 800, language }: Look): Promise<void> {
  await page.setViewportSize({ width, height })
  if ((await page.locator('html').getAttribute('lang')) !== language) await translate(page, language)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** By the switch of the page, clicked by a script: a dialog keeps the mouse away from it. The choice of a password has none. */
async function translate(page: Page, language: Language): Promise<void> {
  const isSwitched = await page.evaluate(() => {
    const button = document.querySelector('[lang] button [lang]')?.closest('button')
    button?.click()
    return button !== undefined
  })
  if (!isSwitched) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    await page.reload()
  }
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' })
  await settle(page)
}

/** The page, or one of its dialogs, that is wider than what shows it. */
const findSidewaysScroll = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const panels = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')]
    return [document.documentElement, ...panels]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, role, scrollWidth, clientWidth }) => `${role ?? tagName} is ${scrollWidth} wide in ${clientWidth}`)
  })

const ROWS = 'tr[data-id]'

/** Rows whose buttons and links are there on a wide screen alone. */
const findHiddenActions = (page: Page): Promise<string[]> =>
  page.evaluate((rows) => {
    const cells = [...document.querySelectorAll(`${rows} td[data-action]:has(button, a)`)]
    return cells.filter((cell) => !cell.checkVisibility()).map((cell) => `no action on the card: ${cell.textContent}`)
  }, ROWS)

/** Texts that are not in one of the three sizes, but for what is typed on a phone. Of size 0 are words that only a screen reader says. */
const findOtherSizes = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = document.evaluate('//body//text()[normalize-space()]', document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE)
    const faults = Array.from({ length: texts.snapshotLength }, (_, at) => {
      const { textContent, parentElement: parent } = texts.snapshotItem(at) as Text
      if (!parent?.checkVisibility() || parent.closest('textarea, [contenteditable], noscript')) return ''
      const size = getComputedStyle(parent).fontSize
      return ['0px', '13px', '15px', '20px'].includes(size) ? '' : `${size}: ${textContent?.slice(0, 40)}`
    })
    return [...new Set(faults)].filter((fault) => fault !== '')
  })

/**
 * What is cut off of the headings and cells on screen if names, numbers and amounts are as long as real ones. Sentences, and names longer
 * than 30 letters, may be.
 */
const findCutTexts = (page: Page): Promise<string[]> =>
  page.evaluate((rows) => {
    const longest = (text: string, { parentElement: parent }: Node) => {
      if (parent?.matches('[href^="?customer="]')) return 'moushumijahan485'
      if (parent?.matches('button:not([data-large])') && /^\d{1,5}$/.test(text)) return '88888'
      if (/^#\d+$/.test(text)) return '#8888'
      if (/^LOOK/.test(text)) return 'DXDGVWTW6B'
      if (/^01\d{9}$/.test(text) && !parent?.matches('[data-large]')) return '+8801849655714'
      return / tk$/.test(text) ? '12,390 tk' : text
    }
    const texts = document.evaluate(`//tr[@data-id]//text()`, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE)
    const shown = Array.from({ length: texts.snapshotLength }, (_, at) => texts.snapshotItem(at) as Text)
    const short = shown.map(({ data }) => data)
    for (const text of shown) text.data = longest(text.data, text)
    const found = [...document.querySelectorAll<HTMLElement>(`thead th, ${rows} td, ${rows} td *`)].filter((part) => {
      const edge = part.closest('table')?.querySelector('th[data-action]')?.getBoundingClientRect().left ?? innerWidth
      const isOnScreen = part.getBoundingClientRect().right <= edge + 1 && part.textContent.length <= 30
      return isOnScreen && getComputedStyle(part).overflowX === 'hidden' && part.scrollWidth > part.clientWidth + 1
    })
    const faults = found.map((part) => `${part.closest('td')?.dataset.label ?? 'heading'} is cut: ${part.textContent}`)
    for (const [at, text] of shown.entries()) text.data = short[at] ?? ''
    return [...new Set(faults)]
  }, ROWS)
