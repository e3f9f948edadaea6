import { CLAIM_LEASE_MINUTES, LOW_STOCK_CODES, SHOP_TIME_ZONE } from '#contract/limits.ts'
import type { ShopFacts } from '#contract/settings.ts'
import type { Db } from '../platform/db/connect.ts'
import { readShopFacts } from './read-settings.ts'

/** A subquery without parameters, so it is evaluated once per statement. */
export const SHOP_ZONE = '(select time_zone from settings)'

let facts: ShopFacts = {
  name: '',
  time_zone: SHOP_TIME_ZONE,
  claim_minutes: CLAIM_LEASE_MINUTES,
  low_stock_codes: LOW_STOCK_CODES,
}

/** Cached, so that pages need no database connection, which may be scarce. */
export const shopFacts = (): ShopFacts => facts

export const shopZone = (): string => facts.time_zone

export const setFacts = (changed: ShopFacts): void => {
  facts = changed
}

/** Another server may have changed the settings. */
export const readFacts = async (db: Db): Promise<void> => setFacts(await readShopFacts(db))
