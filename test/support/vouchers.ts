import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { vouchers } from '#contract/vouchers.ts'
import { startApp, type TestApp } from './app.ts'
import { expectSoundBooks, grant } from './books.ts'

interface Desk {
  app: TestApp
  rahim: string
  /** May see and add vouchers. */
  karim: string
  /** A package that sells vouchers, and one that does not. */
  card: number
  gems: number
}

/** A shop with vouchers for the tests of one file; after each of them the books have to be sound. */
export const openVoucherDesk = () => {
  const desk = {} as Desk
  beforeAll(async () => {
    const app = await startApp()
    await grant(app.db, app.world.admins.karim, ['vouchers_view', 'vouchers_add'])
    const { gemsCard: card, gems100: gems } = app.world.packages
    Object.assign(desk, { app, rahim: await app.signIn('rahim'), karim: await app.signIn('karim'), card, gems })
  })
  afterEach(() => expectSoundBooks(desk.app.db))
  afterAll(() => desk.app.close())

  let made = 0
  /** A code that no test had before. */
  const fresh = () => `FRESH-CODE-${String(++made).padStart(4, '0')}`
  const add = (code: string, more: object = {}, token = desk.rahim) =>
    desk.app.call(vouchers.add, { code, package_id: desk.card, status: 1, ...more }, token)
  const list = async (filters: object = {}, token = desk.rahim) => (await desk.app.call(vouchers.list, filters, token)).body.data
  const show = (id: number, token = desk.rahim) => desk.app.call(vouchers.show, { id }, token)
  const idOf = async (code: string) => {
    const { app } = desk
    const { id } = await app.db
      .selectFrom('vouchers')
      .select('id')
      .where('code_index', '=', app.vault.index(code))
      .executeTakeFirstOrThrow()
    return id
  }
  /** A new Ready voucher: its id and code. */
  const addOne = async (more: object = {}) => {
    const code = fresh()
    expect((await add(code, more)).status).toBe(200)
    return { code, id: await idOf(code) }
  }
  const newestAudit = () =>
    desk.app.db
      .selectFrom('audit')
      .select(['action', 'subject', 'subject_id', 'admin_id', 'facts'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  return { desk, fresh, add, list, show, idOf, addOne, newestAudit }
}
