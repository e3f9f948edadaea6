import { api } from '#contract/index.ts'
import { bannerHandlers } from './catalogue/banners.ts'
import { lookupHandlers } from './catalogue/lookups.ts'
import { noticeHandlers } from './catalogue/notices.ts'
import { paymentMethodHandlers } from './catalogue/payment-methods.ts'
import { physicalProductHandlers } from './catalogue/physical-products.ts'
import { rateHandlers } from './catalogue/rates.ts'
import { topupPackageHandlers } from './catalogue/topup-packages/handlers.ts'
import { topupProductHandlers } from './catalogue/topup-products.ts'
import { voucherHandlers } from './catalogue/vouchers/handlers.ts'
import { voucherImportHandlers } from './catalogue/vouchers/imports.ts'
import { dashboardHandlers } from './dashboard/handlers.ts'
import { pendingCountHandlers } from './dashboard/pending-counts.ts'
import { handOverHandlers } from './money/hand-overs/handlers.ts'
import { paymentHandlers } from './money/payments/handlers.ts'
import { shiftHandlers } from './money/shift.ts'
import { statementHandlers } from './money/statements/handlers.ts'
import { walletAddHandlers } from './money/wallet-adds/handlers.ts'
import { withdrawalHandlers } from './money/withdrawals/handlers.ts'
import { deskHandlers } from './orders/orders/desk.ts'
import { orderHandlers } from './orders/orders/handlers.ts'
import { productOrderHandlers } from './orders/product-orders/handlers.ts'
import { adminHandlers } from './people/admins/handlers.ts'
import { campaignHandlers } from './people/campaigns/handlers.ts'
import { permissionHandlers } from './people/permissions/handlers.ts'
import { userHandlers } from './people/users/handlers.ts'
import type { Handlers } from './platform/context.ts'
import type { Refusals } from './platform/errors.ts'
import type { Route } from './platform/http/call.ts'
import { uploadHandlers } from './platform/uploads/handlers.ts'
import { REFUSALS } from './refusals.ts'
import { securityHandlers } from './sign-in/security/handlers.ts'
import { profileHandlers, sessionHandlers } from './sign-in/sessions/handlers.ts'
import { storeHandlers } from './store/handlers.ts'
import { storeKeyHandlers } from './store/keys.ts'
import { landingHandlers } from './store/landing.ts'
import { auditHandlers } from './system/audit/handlers.ts'
import { healthHandlers } from './system/health.ts'
import { reconcileHandlers } from './system/reconcile.ts'
import { settingsHandlers } from './system/settings.ts'
import { staffNoticeHandlers } from './system/staff-notices/handlers.ts'
import { statusHandlers } from './system/status.ts'
import { webhookHandlers } from './system/webhooks.ts'

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
  voucherImports: voucherImportHandlers,
  physicalProducts: physicalProductHandlers,
  paymentMethods: paymentMethodHandlers,
  payments: paymentHandlers,
  staffNotices: staffNoticeHandlers,
  storeKeys: storeKeyHandlers,
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
