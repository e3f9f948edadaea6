import { banners } from './banners.ts'
import { desk } from './desk.ts'
import { health } from './health.ts'
import { landing } from './landing.ts'
import { lookups } from './lookups.ts'
import { notices } from './notices.ts'
import { orders } from './orders.ts'
import { paymentMethods } from './payment-methods.ts'
import { physicalProducts } from './physical-products.ts'
import { profile, session } from './session.ts'
import { store } from './store.ts'
import { rates, topupPackages } from './topup-packages.ts'
import { topupProducts } from './topup-products.ts'
import { uploads } from './uploads.ts'
import { walletTopups } from './wallet-topups.ts'
import { work } from './work.ts'

/** The table of contents: every call of the API. */
export const api = {
  health,
  session,
  profile,
  work,
  orders,
  desk,
  walletTopups,
  topupProducts,
  topupPackages,
  rates,
  physicalProducts,
  paymentMethods,
  banners,
  notices,
  uploads,
  lookups,
  landing,
  store,
}
