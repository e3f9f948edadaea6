import type { Locator, Page } from 'playwright-core'
import type { ModuleKey } from '#contract/access.ts'
import { profile } from '#contract/session.ts'
import { users } from '#contract/users.ts'
import type { TestApp } from '../server/testing/app.ts'
import type { Look, TestBrowser } from './browser.ts'
import { arriveAs, type Name } from './people.ts'

/** Grants one of the world's people tasks, as a super admin would. */
export async function grant(app: TestApp, name: Name, modules: readonly ModuleKey[]): Promise<void> {
  for (const key of modules) {
    const module = await app.db.selectFrom('auth_modules').select('id').where('key', '=', key).executeTakeFirstOrThrow()
    await app.db
      .insertInto('admin_modules')
      .values({ admin_id: app.world.admins[name], auth_module_id: module.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** A signed-in page at an address. */
export async function openAs(browser: TestBrowser, name: Name, address: string, look: Look = {}): Promise<Page> {
  const page = await browser.newPage(look)
  await arriveAs(page, name, address)
  return page
}

/** A customer's wallets, and the wallet of an admin, as the API tells them. */
export const walletsOf = async (app: TestApp, userId: number) => {
  const { wallet, earn_wallet } = (await app.call(users.show, { id: userId }, await app.signIn('rahim'))).body.data
  return { wallet, earn_wallet }
}
export const cashOf = async (app: TestApp, name: Name): Promise<number> =>
  (await app.call(profile.show, {}, await app.signIn(name))).body.data.wallet

export const dialog = (page: Page): Locator => page.getByRole('dialog')
export const editStatus = (page: Page, id: number): Locator =>
  page.getByRole('button', { name: `Edit Status ${id}`, exact: true })
export const pencil = (page: Page, id: number): Locator =>
  page.getByRole('button', { name: `Edit transaction ${id}`, exact: true })
export const choose = (page: Page, value: string) => dialog(page).getByRole('radio', { name: value }).check()
export const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
