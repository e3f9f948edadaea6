import { beforeAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { notices } from '#contract/notices.ts'
import { permissions } from '#contract/permissions.ts'
import { store } from '#contract/store.ts'
import { STORE_KEY, tamperWithAudit } from '../support/app.ts'
import { uploadPicture } from '../support/pictures.ts'
import { PASSWORD } from '../world.ts'
import { openAs, visit } from './people.ts'
import { startShop } from './shop.ts'
import { eventually, expectQuery, expectRow, expectRows, expectText, idsShown, rowOf } from './table.ts'

const { app, browser } = await startShop()
let granted: number
let rahim: string

beforeAll(async () => {
  rahim = await app.logIn('rahim', PASSWORD)
  await app.call(permissions.setAuths, { admin_id: app.world.admins.nadia, auth_ids: [1, 2] }, rahim)
  const { data } = (await app.call(audit.list, { q: 'permissions.setAuths' }, rahim)).body.data
  granted = data[0]?.id ?? 0
})

test('is found in the profile menu, and says who changed what from what to what', async () => {
  const { nadia } = app.world.admins
  const page = await openAs(browser, 'rahim', '/')
  await page.getByRole('button', { name: 'Rahim Uddin' }).click()
  await page.getByRole('menuitem', { name: 'Audit log' }).click()
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  await expectRow(page, granted, [`Rahim Uddin changed what admin #${nadia} may do`, 'Auths', '[#1, #2]'])
  await page.setViewportSize({ width: 1366, height: 768 })
  expect((await page.locator('tr[data-id]').first().boundingBox())?.y).toBeLessThanOrEqual(230)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByLabel('Admin', { exact: true }).selectOption('Rahim Uddin')
  await page.getByLabel('Subject', { exact: true }).selectOption('admin')
  await page.getByLabel('ID', { exact: true }).fill(String(nadia))
  await expectQuery(page, { admin_id: String(app.world.admins.rahim), subject: 'admin', subject_id: String(nadia) })
  await expectRows(page, [granted])
  await page.getByLabel('Last day', { exact: true }).fill('2020-01-01')
  await expectText(page, 'No Result Found')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear' }).last().click()
  await expectQuery(page, {})
  await eventually(async () => (await idsShown(page)).length).toBeGreaterThan(1)
})

test('a long text is an excerpt, and a key or a touch unfolds the whole', async () => {
  const last = 'and the last word is: midnight'
  const notice = `${'We are open every day of the week. '.repeat(12)}${last}`
  const image = await uploadPicture(app.url, rahim)
  const link = 'https://shop.example/'
  const { id } = (await app.call(notices.create, { notice: 'Open', link, image }, rahim)).body.data
  expect((await app.call(notices.update, { id, notice, link, image }, rahim)).status).toBe(200)
  const { data } = (await app.call(audit.list, { q: 'notices.update' }, rahim)).body.data
  const page = await openAs(browser, 'rahim', `/audit?subject=notice&subject_id=${id}`)
  const row = rowOf(page, data[0]?.id ?? 0)
  const excerpt = row.locator('ins summary')
  await excerpt.waitFor()
  expect(await row.innerText()).not.toContain(last)
  await excerpt.focus()
  await page.keyboard.press('Enter')
  await eventually(() => row.innerText()).toContain(last)
})

test('shows each filter that is set, to be taken off alone or with all others', async () => {
  const { nadia, rahim } = app.world.admins
  const page = await openAs(browser, 'rahim', `/audit?subject=admin&subject_id=${nadia}&admin_id=${rahim}&from=2026-01-31`)
  const chips = page.getByRole('list', { name: 'Filters' }).getByRole('button')
  await expect
    .poll(() => chips.allTextContents())
    .toEqual(['Subject: admin', `ID: ${nadia}`, 'Admin: Rahim Uddin', 'Date: from 31 Jan 2026', 'Clear all'])
  await chips.getByText('Subject: admin').click()
  await expectQuery(page, { subject_id: String(nadia), admin_id: String(rahim), from: '2026-01-31' })
  await chips.getByText('Clear all').click()
  await expectQuery(page, {})
  await visit(page, '/audit?admin_id=999999')
  await page.getByRole('button', { name: 'Remove Admin: 999999' }).waitFor()
})

test('hides what the store does until a button, a search or a record asks for it', async () => {
  const made = await app.call(store.addUser, { username: 'mina', phone: '01999000001' }, STORE_KEY)
  const customer = made.body.data.id
  const { data } = (await app.call(audit.list, { q: 'store.addUser' }, rahim)).body.data
  const registered = data[0]?.id ?? 0
  const page = await openAs(browser, 'rahim', '/audit')
  await rowOf(page, granted).waitFor()
  expect(await idsShown(page)).not.toContain(registered)
  await page.getByRole('button', { name: 'Show store calls' }).click()
  await expectQuery(page, { store: 'shown' })
  await expectRow(page, registered, [`The store registered customer #${customer}`])
  await visit(page, '/audit?q=store.addUser')
  await expectRows(page, [registered])
  await visit(page, `/audit?subject=user&subject_id=${customer}`)
  await expectRows(page, [registered])
})

test('leads to what a line is about, in Bangla too', async () => {
  const { nadia } = app.world.admins
  const page = await openAs(browser, 'rahim', '/audit')
  await page
    .getByRole('link', { name: `admin #${nadia}` })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Admins' }).waitFor()
  await expectRows(page, [nadia])
  await page.getByRole('button', { name: 'বাংলা' }).click()
  await visit(page, '/audit')
  await expectRow(page, granted, [`Rahim Uddin অ্যাডমিন #${nadia}-এর কাজের অনুমতি বদলেছেন`])
  await rowOf(page, granted)
    .getByRole('link', { name: `অ্যাডমিন #${nadia}` })
    .click()
  await expectRows(page, [nadia])
})

test('compares the log with its seals, and tells what was changed in the database', async () => {
  const page = await openAs(browser, 'rahim', '/audit')
  const compare = page.getByRole('button', { name: 'Verify log' })
  await compare.click()
  await page.getByText('Nothing is sealed yet. Sealing takes about a second.').waitFor()
  await app.sealAudit()
  await compare.click()
  await page.getByText(/\d+ verified: nothing was changed, added or removed$/).waitFor()
  await tamperWithAudit(app, granted)
  await compare.click()
  await page.getByText('The log was altered').waitFor()
  await page.getByText(/were changed, added or removed after sealing$/).waitFor()
})

test('is not for a sub-admin', async () => {
  const page = await openAs(browser, 'karim', '/audit')
  await page.getByText('Access Denied').first().waitFor()
  await page.getByText('A super admin can grant it.').first().waitFor()
})
