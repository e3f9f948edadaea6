import type { Locator, Page } from 'playwright-core'
import { profile } from '#contract/sessions.ts'
import { users } from '#contract/users.ts'
import type { TestApp } from '../support/app.ts'
import type { Name } from './people.ts'

/** A customer's wallets, and the wallet of an admin, as the API tells them. */
export const walletsOf = async (app: TestApp, userId: number) => {
  const { wallet, earn_wallet } = (await app.call(users.show, { id: userId }, await app.signIn('rahim'))).body.data
  return { wallet, earn_wallet }
}
export const cashOf = async (app: TestApp, name: Name): Promise<number> =>
  (await app.call(profile.show, {}, await app.signIn(name))).body.data.wallet

export const editStatus = (page: Page, id: number): Locator =>
  page.getByRole('button', { name: `Edit Status ${id}`, exact: true })
export const pencil = (page: Page, id: number): Locator =>
  page.getByRole('button', { name: `Edit transaction ${id}`, exact: true })
