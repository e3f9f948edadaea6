import { useSyncExternalStore } from 'react'
import { SHOP_TIME_ZONE } from '#contract/limits.ts'
import { NEW_SHOP, type ShopFacts } from '#contract/shop-facts.ts'
import { createSignal } from '../signal.ts'

let written: string | undefined
let facts = NEW_SHOP

/** The shop's settings as delivered with the page. */
export function readShop(): ShopFacts {
  const present = globalThis.document?.documentElement.dataset.shop
  if (present !== written) {
    written = present
    facts = present === undefined ? NEW_SHOP : JSON.parse(present)
  }
  return facts
}

const { subscribe, notify } = createSignal()

/** Applies changed settings in this tab; other tabs follow on reload. */
export function updateShop(changed: ShopFacts): void {
  document.documentElement.dataset.shop = JSON.stringify(changed)
  notify()
}

export const useShop = (): ShopFacts => useSyncExternalStore(subscribe, readShop)

/** Memoizes `make(zone)` by the shop's time zone: creating a formatter costs more than formatting. */
export function perTimeZone<V>(make: (timeZone: string) => V): () => V {
  let cached: { zone: string; value: V } | undefined
  return () => {
    const { time_zone: zone } = readShop()
    if (cached?.zone !== zone) cached = { zone, value: makeWithFallback(zone, make) }
    return cached.value
  }
}

/** An old browser may not know the server's time zone: any time is better than no screen. */
function makeWithFallback<V>(zone: string, make: (timeZone: string) => V): V {
  try {
    return make(zone)
  } catch {
    return make(SHOP_TIME_ZONE)
  }
}
