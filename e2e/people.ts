import type { Page } from 'playwright-core'
import { PASSWORD, people } from '../server/world.ts'

export type Name = keyof typeof people

/** Fills the sign-in form in and sends it. */
export async function fillSignIn(page: Page, identity: string, password: string, remember = false): Promise<void> {
  await page.locator('input[name="identity"]').fill(identity)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('input[name="remember"]').setChecked(remember)
  await page.locator('button[type="submit"]').click()
}

/** Signs one of the world's people in, through the screen, and waits for the dashboard. */
export async function signInAs(page: Page, name: Name, { remember = false, password = PASSWORD } = {}): Promise<void> {
  await page.goto('/login')
  await fillSignIn(page, people[name].email, password, remember)
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
}
