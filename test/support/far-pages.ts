import { expect } from 'vitest'

/** Rows per page, and the first page that is far from the beginning. */
export const LIMIT = 100
const FIRST_FAR_PAGE = 11

/** Expects that every far page of a list, read one after the other, is the list from there on, and each says the exact total. */
export const expectFarPages = async (
  all: readonly number[],
  read: (page: number) => Promise<{ ids: number[]; total: number }>,
): Promise<void> => {
  const paged: number[] = []
  for (let page = FIRST_FAR_PAGE; ; page++) {
    const { ids, total } = await read(page)
    expect(total).toBe(all.length)
    if (ids.length === 0) break
    paged.push(...ids)
  }
  expect(paged).toEqual(all.slice((FIRST_FAR_PAGE - 1) * LIMIT))
}
