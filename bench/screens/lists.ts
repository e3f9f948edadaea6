import { columnsInView, cutTexts, measurePhone, measureRows, toolLines, wrongAmounts } from './in-page.ts'
import { atLeast, atMost, exactly, figure, go, inOrder, LAPTOP, PHONE, visit } from './visit.ts'

const LISTS = [
  // Each tab is measured, as its columns differ.
  ...['pending', 'in_progress', 'completed', 'cancel', 'all'].map((status) => `/order?status=${status}&limit=25`),
  '/subadmin-order?status=all&limit=25',
  '/product-order?status=all&limit=25',
  ...['/add-wallet', '/admin-wallet', '/withdraw-earn-wallet', '/my-wallet-request', '/user', '/upins', '/audit'].map(
    (path) => `${path}?limit=25`,
  ),
  ...['/admins', '/auths', '/topup-product', '/physical-product', '/payment-method', '/banner', '/notice'],
]

const named = (path: string) => path.replace(/[?&]limit=25/, '').replace('?status=', ' ')

export async function measureLists(url: string) {
  await visit(url, 'lists', async (page) => {
    for (const path of LISTS) {
      await go(page, path)
      const { y, inView, total } = await page.evaluate(measureRows)
      figure(`${named(path)}: first row at y`, y, total > 0 ? atMost(230) : exactly(-1))
      figure(`${named(path)}: rows in view of ${total}`, inView, atLeast(Math.min(11, total)))
      figure(`${named(path)}: lines of tools`, await page.evaluate(toolLines), atMost(path.startsWith('/upins') ? 2 : 1))
      figure(`${named(path)}: cut texts`, await page.evaluate(cutTexts, '*'), exactly(''))
      figure(`${named(path)}: amounts not grouped or not to the right`, await page.evaluate(wrongAmounts), exactly(''))
    }
  })
  await visit(
    url,
    'compact lists',
    async (page) => {
      for (const path of LISTS) {
        await go(page, path)
        const { inView, total } = await page.evaluate(measureRows)
        figure(`${named(path)}, compact: rows in view of ${total}`, inView, atLeast(Math.min(16, total)))
        figure(`${named(path)}, compact: cut dates`, await page.evaluate(cutTexts, 'time'), exactly(''))
      }
    },
    { stored: { density: 'compact' } },
  )
  await visit(
    url,
    'lists in Bangla',
    async (page) => {
      for (const path of [...LISTS, '/topup-packages', '/settings']) {
        await go(page, path)
        await page.locator('html[lang="bn"]').waitFor({ state: 'attached' })
        figure(`${named(path)}, Bangla: cut texts`, await page.evaluate(cutTexts, '*'), exactly(''))
      }
    },
    { stored: { language: 'bn' } },
  )
  await visit(
    url,
    'lists on a phone',
    async (page) => {
      for (const path of LISTS) {
        await go(page, path)
        const { inView, total, height } = await page.evaluate(measureRows)
        const { sideways, font } = await page.evaluate(measurePhone)
        figure(`${named(path)}, phone: cards in view (first ${height} px high)`, inView, atLeast(Math.min(3, total)))
        figure(`${named(path)}, phone: px to scroll sideways`, sideways, atMost(0))
        figure(`${named(path)}, phone: smallest font of an input`, font, atLeast(16))
      }
    },
    { size: PHONE },
  )
}

export async function measureColumns(url: string) {
  // Account type, password and code fold where no order of the page has one.
  const open = inOrder('Order ID', 'Waiting', 'Product', 'Price', 'Player ID', 'User', 'Action')
  // Their status is the same on the whole page, and is said below it.
  const closed = inOrder('Order ID', 'Product', 'Price', 'Player ID', 'Completed by', 'Closed', 'User', 'Phone')
  // The payment method stands below the TrxID.
  const money = inOrder('Amount', 'Phone', 'TrxID', 'Created', 'Flags', 'Action')
  await visit(url, 'columns', async (page) => {
    for (const [path, goal] of [
      ['/order?status=pending', open],
      ['/order?status=completed', closed],
      ['/order?status=cancel', closed],
      ['/add-wallet', money],
    ] as const) {
      await go(page, path)
      const columns = await page.evaluate(columnsInView)
      figure(`${named(path)}: columns on screen`, columns, goal)
      if (goal === closed) figure(`${named(path)}: empty columns`, columns.match(/Waiting|Action/g)?.join() ?? '', exactly(''))
    }
    await go(page, '/order')
    const links = await page
      .locator('nav[aria-label="Screens"] a')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom))
    figure(`sidebar: entries in view of ${links.length}`, links.filter((bottom) => bottom <= LAPTOP.height).length, atLeast(22))
  })
}
