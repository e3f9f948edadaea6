import { NOTES_SETTINGS } from '#contract/ready-notes.ts'
import { shopFactsOf } from '#contract/settings.ts'
import { NEW_SHOP, type ShopFacts } from '#contract/shop-facts.ts'
import type { Db } from '../../platform/db/connect.ts'
import { installation, setInstallation } from '../../platform/installation.ts'

/** A subquery without parameters, so it is evaluated once per statement. */
export const SHOP_ZONE = '(select time_zone from settings)'

setInstallation(NEW_SHOP)

export const shopZone = (): string => installation().time_zone

export const setFacts = (changed: ShopFacts): void => setInstallation(changed)

/** Another server may have changed the settings. */
export const readFacts = async (db: Db): Promise<void> => {
  const columns = ['shop_name', 'time_zone', 'claim_minutes', 'low_stock_codes', ...NOTES_SETTINGS] as const
  setFacts(shopFactsOf(await db.selectFrom('settings').select(columns).executeTakeFirstOrThrow()))
}
