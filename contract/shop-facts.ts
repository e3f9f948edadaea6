import { CLAIM_LEASE_MINUTES, LOW_STOCK_CODES, SHOP_TIME_ZONE } from './limits.ts'
import type { NotesSetting } from './ready-notes.ts'

/** The settings that pages know before their first request: delivered with the page. */
export interface ShopFacts {
  readonly name: string
  readonly time_zone: string
  readonly claim_minutes: number
  readonly low_stock_codes: number
  readonly notes: Readonly<Partial<Record<NotesSetting, string>>>
}

export const NEW_SHOP: ShopFacts = {
  name: '',
  time_zone: SHOP_TIME_ZONE,
  claim_minutes: CLAIM_LEASE_MINUTES,
  low_stock_codes: LOW_STOCK_CODES,
  notes: {},
}
