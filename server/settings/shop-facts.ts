import { CLAIM_LEASE_MINUTES, LOW_STOCK_CODES, SHOP_TIME_ZONE } from '#contract/limits.ts'
import type { ShopFacts } from '#contract/settings.ts'
import type { Db } from '../db/connect.ts'
import { readShopFacts } from './read-settings.ts'

/** The shop's time zone within SQL: a subquery without parameters, so a statement looks it up once, however many rows it has. */
export const SHOP_ZONE = '(select time_zone from settings)'

let facts: ShopFacts = {
  name: '',
  time_zone: SHOP_TIME_ZONE,
  claim_minutes: CLAIM_LEASE_MINUTES,
  low_stock_codes: LOW_STOCK_CODES,
}

/** What every page comes with. Kept here, so that a page needs no connection: there is one while the database is busy, too. */
export const shopFacts = (): ShopFacts => facts

/** The shop's time zone (IANA name) for what is written outside of the database: exports, messages. */
export const shopZone = (): string => facts.time_zone

/** From now on this is set. */
export const keepFacts = (changed: ShopFacts): void => {
  facts = changed
}

/** Reads it again: another server of the same shop may have changed it. */
export const readFacts = async (db: Db): Promise<void> => keepFacts(await readShopFacts(db))
