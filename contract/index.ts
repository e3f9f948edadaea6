import { admins } from './admins.ts'
import { audit } from './audit.ts'
import { banners } from './banners.ts'
import { campaigns } from './campaigns.ts'
import { dashboard } from './dashboard.ts'
import { desk } from './desk.ts'
import { handOvers } from './hand-overs.ts'
import { health } from './health.ts'
import { landing } from './landing.ts'
import { lookups } from './lookups.ts'
import { notices } from './notices.ts'
import { orders } from './orders.ts'
import { paymentMethods } from './payment-methods.ts'
import { payments } from './payments.ts'
import { pendingCounts } from './pending-counts.ts'
import { permissions } from './permissions.ts'
import { physicalProducts } from './physical-products.ts'
import { productOrders } from './product-orders.ts'
import { reconcile } from './reconcile.ts'
import { security } from './security.ts'
import { profile, sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { shift } from './shift.ts'
import { staffNotices } from './staff-notices.ts'
import { statements } from './statements.ts'
import { status } from './status.ts'
import { store } from './store.ts'
import { storeKeys } from './store-keys.ts'
import { rates, topupPackages } from './topup-packages.ts'
import { topupProducts } from './topup-products.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'
import { voucherImports } from './voucher-imports.ts'
import { vouchers } from './vouchers.ts'
import { walletAdds } from './wallet-adds.ts'
import { webhooks } from './webhooks.ts'
import { withdrawals } from './withdrawals.ts'

export const api = {
  health,
  sessions,
  profile,
  security,
  pendingCounts,
  dashboard,
  orders,
  desk,
  productOrders,
  walletAdds,
  withdrawals,
  handOvers,
  admins,
  permissions,
  users,
  campaigns,
  statements,
  shift,
  reconcile,
  status,
  settings,
  audit,
  webhooks,
  topupProducts,
  topupPackages,
  rates,
  vouchers,
  voucherImports,
  physicalProducts,
  paymentMethods,
  payments,
  staffNotices,
  storeKeys,
  banners,
  notices,
  uploads,
  lookups,
  landing,
  store,
}
