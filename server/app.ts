import { api } from '#contract/index.ts'
import { adminHandlers } from './admins/handlers.ts'
import { auditHandlers } from './audit/handlers.ts'
import { bannerHandlers } from './banners.ts'
import { campaignHandlers } from './campaigns/handlers.ts'
import type { Handlers } from './context.ts'
import { dashboardHandlers } from './dashboard/handlers.ts'
import type { Refusals } from './errors.ts'
import { handOverHandlers } from './hand-overs/handlers.ts'
import { healthHandlers } from './health.ts'
import { lookupHandlers } from './lookups.ts'
import { noticeHandlers } from './notices.ts'
import { deskHandlers } from './orders/desk.ts'
import { orderHandlers } from './orders/handlers.ts'
import { paymentMethodHandlers } from './payment-methods.ts'
import { paymentHandlers } from './payments/handlers.ts'
import { pendingCountHandlers } from './pending-counts.ts'
import { permissionHandlers } from './permissions/handlers.ts'
import { physicalProductHandlers } from './physical-products.ts'
import type { Route } from './platform/http/call.ts'
import { uploadHandlers } from './platform/uploads/handlers.ts'
import { productOrderHandlers } from './product-orders/handlers.ts'
import { rateHandlers } from './rates.ts'
import { reconcileHandlers } from './reconcile.ts'
import { REFUSALS } from './refusals.ts'
import { securityHandlers } from './security/handlers.ts'
import { profileHandlers, sessionHandlers } from './sessions/handlers.ts'
import { settingsHandlers } from './settings/handlers.ts'
import { shiftHandlers } from './shift.ts'
import { statementHandlers } from './statements/handlers.ts'
import { statusHandlers } from './status.ts'
import { storeHandlers } from './store/handlers.ts'
import { landingHandlers } from './store/landing.ts'
import { topupPackageHandlers } from './topup-packages.ts'
import { topupProductHandlers } from './topup-products.ts'
import { userHandlers } from './users/handlers.ts'
import { voucherHandlers } from './vouchers/handlers.ts'
import { walletAddHandlers } from './wallet-adds/handlers.ts'
import { webhookHandlers } from './webhooks.ts'
import { withdrawalHandlers } from './withdrawals/handlers.ts'

const handlers: { [F in keyof typeof api]: Handlers<(typeof api)[F]> } = {
  health: healthHandlers,
  sessions: sessionHandlers,
  profile: profileHandlers,
  security: securityHandlers,
  pendingCounts: pendingCountHandlers,
  dashboard: dashboardHandlers,
  orders: orderHandlers,
  desk: deskHandlers,
  productOrders: productOrderHandlers,
  walletAdds: walletAddHandlers,
  withdrawals: withdrawalHandlers,
  handOvers: handOverHandlers,
  admins: adminHandlers,
  permissions: permissionHandlers,
  users: userHandlers,
  campaigns: campaignHandlers,
  statements: statementHandlers,
  shift: shiftHandlers,
  reconcile: reconcileHandlers,
  status: statusHandlers,
  settings: settingsHandlers,
  audit: auditHandlers,
  webhooks: webhookHandlers,
  topupProducts: topupProductHandlers,
  topupPackages: topupPackageHandlers,
  rates: rateHandlers,
  vouchers: voucherHandlers,
  physicalProducts: physicalProductHandlers,
  paymentMethods: paymentMethodHandlers,
  payments: paymentHandlers,
  banners: bannerHandlers,
  notices: noticeHandlers,
  uploads: uploadHandlers,
  lookups: lookupHandlers,
  landing: landingHandlers,
  store: storeHandlers,
}

export const routes: readonly Route[] = Object.entries(api).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints).map(([verb, endpoint]) => {
    const handler = (handlers as unknown as Record<string, Record<string, Route['handler']>>)[feature]?.[verb]
    // The types guarantee both, but a route without access must never be served.
    if (!handler || !endpoint.access) throw new Error(`${feature}.${verb} lacks its handler or its access`)
    const name = `${feature}.${verb}`
    return { name, endpoint, handler, refuses: (REFUSALS as Record<string, Refusals>)[name] }
  }),
)
