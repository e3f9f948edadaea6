import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { orders } from '#contract/orders.ts'
import { store } from '#contract/store.ts'
import { users } from '#contract/users.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { ENDPOINTS } from '../proofs/money-calls.ts'
import { STORE_KEY } from '../support/app.ts'
import { askForWalletAdd, fundWallet, placeOrder } from '../world.ts'
import { endRoutes, loseAnswer, toast, untilQuiet } from './browser.ts'
import { openAs, visit } from './people.ts'
import { choose, dialog } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually } from './table.ts'
import { pencil } from './wallets.ts'

const { app, browser } = await startShop()
const { shila } = app.world.users
let rahim: string
beforeAll(async () => {
  rahim = await app.signIn('rahim')
  await fundWallet(app.db, app.world, { userId: shila, amount: 5_000, trx_id: 'LOST5000' })
  await app.call(store.earn, { user_id: shila, amount: 900, reason: 'Referral' }, STORE_KEY, 'earn-lost')
})

/** How an admin comes to a form, fills it in and sends it. */
interface Form {
  /** Makes what the form is about. */
  readonly prepare?: () => Promise<number>
  readonly address: (id: number) => string
  /** Not offered any more where it went through. */
  readonly opener?: (page: Page, id: number) => Locator
  readonly fill: (page: Page, id: number) => Promise<unknown>
  readonly submit: (page: Page) => Locator
}

const fillIn = async (form: Page | Locator, texts: Record<string, string>) => {
  for (const [name, text] of Object.entries(texts)) await form.locator(`input[name="${name}"]`).fill(text)
}
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true })
const saveIn = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true })

const asked = (trx_id: string) => askForWalletAdd(app.db, { userId: shila, amount: 640, trx_id })
const handedOver = async () => (await app.call(handOvers.request, { amount: 20, number: '01700000099' }, rahim)).body.data.id
const withdrawn = async () => {
  const input = { user_id: shila, amount: 50, number: '01811000001' }
  return (await app.call(store.withdraw, input, STORE_KEY, 'withdraw-lost')).body.data.id
}

const completedOrder = {
  prepare: async () => {
    const id = await placeOrder(app.db, { userId: shila, packageId: app.world.packages.gems100 })
    await app.call(orders.setStatus, { id, status: 'completed' }, rahim)
    return id
  },
  address: (id: number) => `/order?status=all&order=${id}`,
}

const FORMS = new Map<Endpoint, Form>([
  [
    users.update,
    {
      address: () => `/user/edit/${shila}`,
      fill: (page) => fillIn(page, { wallet: '5123', reason: 'Counted again', city: 'Sylhet' }),
      submit: button('Save'),
    },
  ],
  [
    users.adjustEarnWallet,
    {
      address: () => `/user/earn-wallet/edit/${shila}`,
      fill: async (page) => {
        await page.getByRole('radio', { name: 'add' }).check()
        await fillIn(page, { amount: '5', reason: 'Bonus' })
      },
      submit: button('Save'),
    },
  ],
  [
    handOvers.request,
    {
      address: () => '/admin-wallet-request',
      fill: (page) => fillIn(page, { amount: '10', number: '01700000099' }),
      submit: button('Edit transaction'),
    },
  ],
  [
    handOvers.record,
    {
      address: () => '/admin-wallet',
      opener: button('Record a hand-over'),
      fill: async (page) => {
        await dialog(page).getByLabel('Admin').selectOption(String(app.world.admins.rahim))
        await choose(page, 'recorded')
        await fillIn(dialog(page), { amount: '10', reason: 'Closing time' })
      },
      submit: saveIn,
    },
  ],
  [
    handOvers.editRow,
    {
      prepare: handedOver,
      address: () => '/admin-wallet',
      opener: pencil,
      fill: (page) => fillIn(dialog(page), { amount: '30' }),
      submit: saveIn,
    },
  ],
  [
    walletAdds.editRow,
    {
      prepare: async () => {
        const id = await asked('LOST1')
        await app.call(walletAdds.setStatus, { transaction_id: id, status: 'cancel' }, rahim)
        return id
      },
      address: () => `/add-wallet?user_id=${shila}`,
      opener: pencil,
      fill: async (page) => {
        await fillIn(dialog(page), { amount: '650' })
        await dialog(page).locator('select[name="status"]').selectOption('completed')
      },
      submit: saveIn,
    },
  ],
  [
    walletAdds.correct,
    {
      prepare: async () => {
        const id = await asked('LOST2')
        await app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, rahim)
        return id
      },
      address: () => `/add-wallet?user_id=${shila}`,
      opener: pencil,
      fill: async (page) => {
        await dialog(page).getByRole('button', { name: 'Reverse this wallet add' }).click()
        await fillIn(dialog(page), { reason: 'A fake screenshot' })
      },
      submit: (page) => dialog(page).getByRole('button', { name: 'Reverse', exact: true }),
    },
  ],
  [
    withdrawals.editRow,
    {
      prepare: withdrawn,
      address: () => '/withdraw-earn-wallet',
      opener: pencil,
      fill: (page) => fillIn(dialog(page), { amount: '60' }),
      submit: saveIn,
    },
  ],
  [
    orders.correct,
    {
      ...completedOrder,
      opener: button('Correct this order'),
      fill: (page) => page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Delivered to another player'),
      submit: button(/^Refund \d/),
    },
  ],
  [
    orders.refund,
    {
      ...completedOrder,
      opener: button('Refund a part'),
      fill: async (page) => {
        await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('5')
        await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('One item was missing')
      },
      submit: button(/^Refund$/),
    },
  ],
])

const movedTk = async () => await app.db.selectFrom('journals').select(['id', 'amount']).orderBy('id').execute()
const fieldsOf = ({ input }: Endpoint) => Object.keys((input as unknown as z.ZodObject).shape)

test('every call that moves an amount, or moves one for a reason, has its form here', () => {
  const typed = Object.values(ENDPOINTS).filter(
    // A match moves nothing, and a phone has no form: neither takes a key.
    (endpoint) =>
      'keyed' in endpoint &&
      endpoint.access !== 'store' &&
      fieldsOf(endpoint).some((name) => /^(amount|wallet|reason)$/.test(name)),
  )
  expect(typed.map(({ path }) => path).sort()).toEqual([...FORMS.keys()].map(({ path }) => path).sort())
})

describe('a reply that was lost before a reload', () => {
  // One page for all: each begins as the reload of the one before it has left it.
  let page: Page
  const ids = new Map<Form, number>()
  beforeAll(async () => {
    for (const form of FORMS.values()) ids.set(form, (await form.prepare?.()) ?? 0)
    page = await openAs(browser, 'rahim', '/profile')
  })

  test.each([...FORMS].map(([endpoint, form]) => [endpoint.path, form] as const))('%s', async (path, form) => {
    const id = ids.get(form) ?? 0
    await visit(page, form.address(id))
    const open = async () => {
      await untilQuiet(page)
      const opener = form.opener?.(page, id)
      if (await opener?.count()) await opener?.click()
      await untilQuiet(page)
    }
    const send = async () => {
      await form.submit(page).click()
      const yes = page.getByRole('alertdialog').getByRole('button').last()
      await untilQuiet(page)
      if (await yes.count()) await yes.click()
    }
    await open()
    await form.fill(page, id)
    const before = await movedTk()
    await loseAnswer(page, `**${path.replace(/:\w+/, '*')}`)
    await send()
    await toast(page, 'No answer came. Check whether it went through.')
    const once = await movedTk()
    expect(once.length).toBeGreaterThan(before.length)

    await endRoutes(page)
    await page.reload()
    await open()
    const isOffered = (await form.submit(page).count()) > 0
    // What is not about one row can be sent at any time.
    if (!form.prepare) expect(isOffered).toBe(true)
    if (isOffered) {
      await page.getByText('Check whether it went through.', { exact: true }).first().waitFor()
      await send()
      await eventually(() => page.locator('form[aria-busy="true"]').count()).toBe(0)
      await toast(page, 'successfully')
    }
    expect(await movedTk()).toEqual(once)
  })
})
