import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const SOON = { interval: 50 }

/** Expects of what is read again and again that it becomes so. */
export const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, SOON)

/** The row whose id can be copied from its first cell. */
export const rowOf = (page: Page, id: number): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: String(id), exact: true }) })

/** Ids of the rows on screen, in order. */
export const idsShown = async (page: Page): Promise<number[]> =>
  (await page.locator('tbody tr[data-id]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-id')))).map(Number)

/** Waits until exactly these rows are shown, in this order. */
export const expectRows = (page: Page, ids: number[]) => eventually(() => idsShown(page)).toEqual(ids)

/** Waits until the row's text holds all of `texts`. */
export async function expectRow(page: Page, id: number, texts: string[]): Promise<void> {
  for (const text of texts) await eventually(() => rowOf(page, id).innerText()).toContain(text)
}

/** The headings of the shown columns, in order. */
export const headings = (page: Page): Promise<string[]> => page.getByRole('columnheader').allInnerTexts()

/** Waits until the address carries exactly this query. */
export const expectQuery = (page: Page, query: Record<string, string>) =>
  eventually(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(query)

/** Opens the menu of a list with its columns, density and export. */
export const openMore = (page: Page) => page.getByRole('button', { name: 'More', exact: true }).click()

/** Opens the panel with the filters of an order list. */
export const openFilter = (page: Page) => page.getByRole('button', { name: 'Filter', exact: true }).click()

/** Waits for a toast, or another text that appears. */
export const expectText = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
