import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach } from 'vitest'
import { CLAIM_LEASE_MINUTES } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import type { TestApp } from '../support/app.ts'
import { balanceOf, recountDays } from '../support/books.ts'
import { fundWallet, placeOrder } from '../world.ts'
import { markChanged } from './browser.ts'
import { openAs } from './people.ts'
import { type Shop, startShop } from './shop.ts'

export const SEASON_PASS_TK = 250

/** A shop with orders in it, and the ways into the order lists. */
interface OrderDesk extends Shop {
  /** The pending orders that it was started with, oldest first, player ids from 70000000 on; nothing decides them. */
  readonly many: readonly number[]
  /** As many pending orders of tanvir's, oldest first, player ids from `first` on; every fourth is of a package that no sub-admin holds. */
  readonly ordersOfTanvir: (count: number, first: number) => Promise<number[]>
  /** A pending order of shila's for 250 tk. */
  readonly orderOfShila: (playerid: string) => Promise<number>
  readonly walletOfShila: () => Promise<number>
  /** A fresh browser profile, signed in, at an address. */
  readonly open: (address: string, name?: 'rahim' | 'karim', width?: number) => Promise<Page>
}

/** Starts a desk with `count` orders of tanvir's. */
export async function startOrderDesk(count: number): Promise<OrderDesk> {
  const { app, browser } = await startShop()
  const { users, packages } = app.world
  endOrdersOfFailed(app)
  await fundWallet(app.db, app.world, { userId: users.tanvir, amount: 100_000, trx_id: 'MP100000TANVIR' })
  const ordersOfTanvir = async (many: number, first: number) => {
    const placed: number[] = []
    for (let at = 0; at < many; at++) {
      const packageId = at % 4 === 0 ? packages.gems500 : packages.seasonPass
      placed.push(await placeOrder(app.db, { userId: users.tanvir, packageId, playerid: String(first + at) }))
    }
    return placed
  }
  return {
    app,
    browser,
    many: await ordersOfTanvir(count, 70_000_000),
    ordersOfTanvir,
    orderOfShila: (playerid) => placeOrder(app.db, { userId: users.shila, packageId: packages.seasonPass, playerid }),
    walletOfShila: () => balanceOf(app.db, { userId: users.shila }),
    open: (address, name = 'rahim', width) => openAs(browser, name, address, width ? { width } : {}),
  }
}

/** The orders that a failed test has left open end with it: the next one may count on which is the oldest. */
function endOrdersOfFailed(app: TestApp): void {
  let last = 0
  beforeEach(async () => {
    const { id } = await app.db.selectFrom('orders').select(sql<number>`coalesce(max(id), 0)`.as('id')).executeTakeFirstOrThrow()
    last = id
  })
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    const left = app.db.selectFrom('orders').select('id').where('id', '>', last).where('status', 'in', ['pending', 'in_progress'])
    const rahim = await app.signIn('rahim')
    for (const { id } of await left.execute()) await app.call(orders.setStatus, { id, status: 'cancel', take_over: 1 }, rahim)
  })
}

/** A player's orders were placed so many minutes ago, and the one in progress was claimed then. Only a replica may write that. */
export const ageOrders = ({ db }: TestApp, playerid: string, minutes: number) =>
  db.transaction().execute(async (own) => {
    await sql`set local session_replication_role = replica`.execute(own)
    await own
      .updateTable('orders')
      .set({
        created_at: sql`now() - make_interval(mins => ${minutes})`,
        held_until: sql`case when held_until is not null then now() - make_interval(mins => ${minutes - CLAIM_LEASE_MINUTES}) end`,
      })
      .where('playerid', '=', playerid)
      .execute()
    // Soon after midnight they are orders of the day before.
    await recountDays(own)
  })

export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Orders by status' }).getByRole('link', { name })
export const edit = (page: Page, id: number) => page.getByRole('button', { name: `Edit order ${id}`, exact: true })

/** From now on counts the moments in which nothing has the focus. */
export async function watchFocus(page: Page): Promise<() => Promise<number>> {
  markChanged(page)
  await page.evaluate(() => {
    const seen = { lost: 0 }
    Object.assign(window, { seen })
    const look = () => {
      if (document.activeElement === document.body || document.activeElement === null) seen.lost += 1
      requestAnimationFrame(look)
    }
    look()
  })
  return () => page.evaluate(() => (window as unknown as { seen: { lost: number } }).seen.lost)
}
