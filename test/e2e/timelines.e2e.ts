import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { handOvers } from '#contract/hand-overs.ts'
import { store } from '#contract/store.ts'
import { users } from '#contract/users.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY } from '../support/app.ts'
import { askForWalletAdd, placeOrder } from '../world.ts'
import { grant, openAs, visit } from './people.ts'
import { dialog } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually, expectQuery, rowOf } from './table.ts'
import { editStatus, pencil } from './wallets.ts'

const { app, browser } = await startShop()
const rahim = await app.signIn('rahim')

beforeAll(async () => {
  await grant(app, 'karim', ['wallet_adds_view', 'wallet_adds_edit', 'users_view'])
})

const opener = (within: Locator) => within.getByRole('button', { name: 'Timeline', exact: true })
const linesOf = (within: Locator) =>
  within.getByRole('region', { name: 'Timeline' }).getByRole('listitem').locator('span:not(time *)')
const expectLines = (within: Locator, lines: string[]) => eventually(() => linesOf(within).allInnerTexts()).toEqual(lines)

/** A wallet add that was cancelled with all others, opened again under another amount, completed, and raised. */
const withHistory = async () => {
  const { shila } = app.world.users
  const id = await askForWalletAdd(app.db, { userId: shila, amount: 500, number: '01811000001' })
  const edit = { id, number: '01811000001', amount: 500, status: 'completed' as const }
  await app.call(walletAdds.cancelAll, {}, rahim)
  await app.call(walletAdds.editRow, { ...edit, status: 'pending' }, rahim)
  await app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, rahim)
  await app.call(walletAdds.editRow, { ...edit, amount: 650 }, rahim)
  return id
}
const HISTORY = [
  'Rahim Uddin edited it: Amount 500 tk → 650 tk',
  'Rahim Uddin completed it',
  'Rahim Uddin edited it: Status cancel → pending',
  'Rahim Uddin cancelled it with all pending ones',
  'shila requested it',
]
const openPencil = async (name: 'rahim' | 'karim', id: number, look = {}): Promise<Page> => {
  const page = await openAs(browser, name, `/add-wallet?q=%23${id}`, look)
  await pencil(page, id).click()
  await opener(dialog(page)).waitFor()
  return page
}

test('of a wallet add is read when opened and leads a super admin to the audit log', async () => {
  const id = await withHistory()
  const page = await openAs(browser, 'rahim', `/add-wallet?q=%23${id}`)
  const requests: string[] = []
  page.on('request', (request) => request.url().includes('/timeline/') && requests.push(request.url()))
  await pencil(page, id).click()
  await eventually(() => opener(dialog(page)).getAttribute('aria-expanded')).toBe('false')
  expect(requests).toEqual([])
  await opener(dialog(page)).click()
  await expectLines(dialog(page), HISTORY)
  expect(requests).toHaveLength(1)
  await dialog(page).getByRole('link', { name: 'In the audit log' }).click()
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  await expectQuery(page, { subject: 'wallet_add', subject_id: String(id) })
  await eventually(() => page.locator('tbody tr[data-id]').count()).toBe(4)
})

test('is there for all who see the screen, without the way to the audit log', async () => {
  const id = await withHistory()
  const page = await openPencil('karim', id)
  await opener(dialog(page)).click()
  await expectLines(dialog(page), HISTORY)
  expect(await dialog(page).getByRole('link', { name: 'In the audit log' }).count()).toBe(0)
  // What a colleague does while it is open comes by itself.
  await app.call(walletAdds.editRow, { id, number: '01811000001', amount: 700, status: 'completed' }, rahim)
  await expectLines(dialog(page), ['Rahim Uddin edited it: Amount 650 tk → 700 tk', ...HISTORY])
})

test('of a withdrawal, and of one’s own hand-over', async () => {
  const { shila } = app.world.users
  await app.call(store.earn, { user_id: shila, amount: 100, reason: 'Referral' }, STORE_KEY, 'earn')
  const input = { user_id: shila, amount: 30, number: '01811000003' }
  const { id } = (await app.call(store.withdraw, input, STORE_KEY, 'withdraw')).body.data
  await app.call(withdrawals.editRow, { id, amount: 40, number: '01811000004', status: 'pending' }, rahim)
  const page = await openAs(browser, 'rahim', `/withdraw-earn-wallet?q=%23${id}`)
  await rowOf(page, id).getByText('Edited by an admin', { exact: true }).waitFor()
  await editStatus(page, id).click()
  await dialog(page).getByText('Edited by an admin', { exact: true }).waitFor()
  await opener(dialog(page)).click()
  await expectLines(dialog(page), [
    'Rahim Uddin edited it: Amount 30 tk → 40 tk, Phone 01811000003 → 01811000004',
    'shila requested it',
  ])

  await withHistory()
  const handed = (await app.call(handOvers.request, { amount: 30, number: '017' }, rahim)).body.data
  await app.call(handOvers.setStatus, { transaction_id: handed.id, status: 'cancel' }, rahim)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await visit(page, `/admin-wallet?q=%23${handed.id}`)
  await pencil(page, handed.id).click()
  await opener(dialog(page)).click()
  await expectLines(dialog(page), ['Rahim Uddin cancelled it', 'Rahim Uddin requested it'])
})

test('of an order and of a code say where they have only the newest part', async () => {
  const { users: customers, packages } = app.world
  const order = await placeOrder(app.db, { userId: customers.shila, packageId: packages.gems100 })
  const done = (action: string, subject: string, id: number, n: number) =>
    app.db
      .insertInto('audit')
      .values(
        Array.from({ length: n }, () => {
          return { actor: 'admin', admin_id: app.world.admins.rahim, action, subject, subject_id: id, facts: '{}' }
        }),
      )
      .execute()
  await done('desk.reveal', 'order', order, 100)
  const page = await openAs(browser, 'rahim', `/order?order=${order}`)
  const drawer = page.getByRole('region', { name: `Order ${order}`, exact: true })
  const cut = (within: Locator, n: number) => within.getByText(`The newest ${n}; older ones are in the audit log`)
  await drawer.getByText('shila ordered it').waitFor()
  expect(await cut(drawer, 100).count()).toBe(0)
  await done('desk.reveal', 'order', order, 1)
  await visit(page, '/profile')
  await visit(page, `/order?order=${order}`)
  await cut(drawer, 100).waitFor()

  const code = await app.db.selectFrom('vouchers').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  await done('vouchers.reveal', 'voucher', code.id, 500)
  await visit(page, `/upins?upin=${code.id}`)
  await cut(page.getByRole('dialog'), 500).waitFor()
})

test('of a customer is in the drawer, without the password, and in Bangla too', async () => {
  const id = app.world.users.tanvir
  await app.call(users.update, { id, city: 'Sylhet', password: 'eight888' }, rahim)
  const page = await openAs(browser, 'rahim', `/user?customer=${id}`)
  const read = async (name: string) => {
    const part = page.getByRole('dialog').getByRole('region', { name })
    await part.getByRole('button', { name }).click()
    const lines = part.getByRole('listitem').locator('span:not(time *)')
    await eventually(async () => (await lines.allInnerTexts())[0]).toContain('→ Sylhet')
    expect(await part.innerText()).not.toContain('eight888')
    return [await lines.first().innerText(), await lines.last().innerText()]
  }
  const [first, last] = await read('Timeline')
  expect(first).toContain('Rahim Uddin edited it and set a new password: City ')
  expect(last).toBe('Account created')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'বাংলা' }).click()
  await visit(page, `/user?customer=${id}`)
  expect((await read('ঘটনাক্রম'))[1]).toBe('অ্যাকাউন্ট তৈরি হয়েছে')
})
