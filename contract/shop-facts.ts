import { CLAIM_LEASE_MINUTES, LOW_STOCK_CODES, SHOP_TIME_ZONE } from './limits.ts'

/** The settings that pages know before their first request: delivered with the page. */
export interface ShopFacts {
  readonly name: string
  readonly time_zone: string
  readonly claim_minutes: number
  readonly low_stock_codes: number
}

/** As the settings name them, in the database and in calls. */
type ShopSettings = Omit<ShopFacts, 'name'> & { readonly shop_name: string }

export const shopFactsOf = ({ shop_name: name, time_zone, claim_minutes, low_stock_codes }: ShopSettings): ShopFacts => ({
  name,
  time_zone,
  claim_minutes,
  low_stock_codes,
})

export const NEW_SHOP: ShopFacts = {
  name: '',
  time_zone: SHOP_TIME_ZONE,
  claim_minutes: CLAIM_LEASE_MINUTES,
  low_stock_codes: LOW_STOCK_CODES,
}
