import { NEW_SHOP, type ShopFacts, shopFactsOf } from '#contract/shop-facts.ts'
import type { Db } from '../../platform/db/connect.ts'

/** A subquery without parameters, so it is evaluated once per statement. */
export const SHOP_ZONE = '(select time_zone from settings)'

let facts = NEW_SHOP

/** Cached, so that pages need no database connection, which may be scarce. */
export const shopFacts = (): ShopFacts => facts

export const shopZone = (): string => facts.time_zone

export const setFacts = (changed: ShopFacts): void => {
  facts = changed
}

/** Another server may have changed the settings. */
export const readFacts = async (db: Db): Promise<void> => {
  const columns = ['shop_name', 'time_zone', 'claim_minutes', 'low_stock_codes'] as const
  setFacts(shopFactsOf(await db.selectFrom('settings').select(columns).executeTakeFirstOrThrow()))
}
