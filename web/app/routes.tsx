import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router'
import { findServer } from '../calls/api.ts'
import { lazyImport } from '../calls/lazy-import.ts'
import { readSession, returnPage } from '../calls/session-store.ts'
import { recordListSearch } from '../lists/last-list-search.ts'
import { recordFocus } from '../ui/focus/history-focus.ts'
import { focusNextTitle } from '../ui/PageTitle.tsx'
import { ScreenCrash } from './ScreenCrash.tsx'
import { listSearch, parseSearch, stringifySearch } from './search.ts'

/** A lazily loaded screen. If its file is gone, as after a new version, the router reloads the page; not if the server does
 * not answer at all or there are notes in progress (`SignedIn`). */
function screenCode<M extends Record<string, unknown>>(load: () => Promise<M>, name: keyof M & string) {
  const loadScreen = lazyImport(load)
  return lazyRouteComponent(() => loadScreen().catch((error) => findServer().then(() => Promise.reject(error))), name)
}

const frame = screenCode(() => import('./SignedIn.tsx'), 'SignedIn')
const dashboardPage = screenCode(() => import('../dashboard/DashboardPage.tsx'), 'DashboardPage')

/** Preloads the frame and the first screen while the admin types their email. */
const fetchNextScreen = () => {
  void frame.preload?.()
  void dashboardPage.preload?.()
}

const root = createRootRoute({ component: Outlet })

const signedOut = createRoute({
  getParentRoute: () => root,
  id: 'signed-out',
  beforeLoad: () => {
    const session = readSession()
    if (session) throw redirect({ ...locationOf(returnPage(session.user.id)), replace: true })
  },
})

const login = createRoute({
  getParentRoute: () => signedOut,
  path: '/login',
  validateSearch: (search): { from?: 'register' } => (search.from === 'register' ? { from: 'register' } : {}),
  component: screenCode(() => import('../sessions/LoginPage.tsx'), 'LoginPage'),
  onEnter: () => addEventListener('input', fetchNextScreen, { once: true }),
})

const register = createRoute({
  getParentRoute: () => signedOut,
  path: '/auth/register',
  beforeLoad: () => {
    throw redirect({ to: '/login', search: { from: 'register' }, replace: true })
  },
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: () => {
    if (!readSession()) throw redirect({ to: '/login', replace: true })
  },
  component: frame,
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: dashboardPage,
})

const catalogue = [
  screen('/topup-product', () => import('../topup-products/TopupProductsPage.tsx'), 'TopupProductsPage'),
  screen('/topup-product/add', () => import('../topup-products/TopupProductScreens.tsx'), 'AddTopupProductPage'),
  screen('/topup-product/edit/$id', () => import('../topup-products/TopupProductScreens.tsx'), 'EditTopupProductPage'),
  screen('/topup-packages', () => import('../topup-packages/PackagesPage.tsx'), 'PackagesPage'),
  screen('/topup-package/add/$productId', () => import('../topup-packages/PackageForms.tsx'), 'AddPackagePage'),
  screen('/topup-package/edit/$id', () => import('../topup-packages/PackageForms.tsx'), 'EditPackagePage'),
  screen('/physical-product', () => import('../physical-products/PhysicalProductsPage.tsx'), 'PhysicalProductsPage'),
  screen('/physical-product/add', () => import('../physical-products/PhysicalProductScreens.tsx'), 'AddPhysicalProductPage'),
  screen(
    '/physical-product/edit/$id',
    () => import('../physical-products/PhysicalProductScreens.tsx'),
    'EditPhysicalProductPage',
  ),
  screen('/upins', () => import('../vouchers/VouchersPage.tsx'), 'VouchersPage'),
  screen('/upin/add', () => import('../vouchers/AddVouchersPage.tsx'), 'AddVouchersPage'),
  screen('/upin/import', () => import('../vouchers/ImportVouchersPage.tsx'), 'ImportVouchersPage'),
  screen('/unipin/edit/$id', () => import('../vouchers/EditVoucherPage.tsx'), 'EditVoucherPage'),
  screen('/payment-method', () => import('../payment-methods/PaymentMethodsPage.tsx'), 'PaymentMethodsPage'),
  screen('/payment-method/add', () => import('../payment-methods/PaymentMethodScreens.tsx'), 'AddPaymentMethodPage'),
  screen('/payment-method/edit/$id', () => import('../payment-methods/PaymentMethodScreens.tsx'), 'EditPaymentMethodPage'),
  screen('/banner', () => import('../banners/BannersPage.tsx'), 'BannersPage'),
  screen('/banner/add', () => import('../banners/BannerScreens.tsx'), 'AddBannerPage'),
  screen('/banner/edit/$id', () => import('../banners/BannerScreens.tsx'), 'EditBannerPage'),
  screen('/notice', () => import('../notices/NoticesPage.tsx'), 'NoticesPage'),
  screen('/notice/add', () => import('../notices/NoticeScreens.tsx'), 'AddNoticePage'),
  screen('/notice/edit/$id', () => import('../notices/NoticeScreens.tsx'), 'EditNoticePage'),
  screen('/landing', () => import('../landing/LandingPage.tsx'), 'LandingPage'),
] as const

const orders = [
  screen('/order', () => import('../orders/OrdersPage.tsx'), 'OrdersPage'),
  screen('/subadmin-order', () => import('../orders/OrdersPage.tsx'), 'AdminOrdersPage'),
  screen('/product-order', () => import('../product-orders/ProductOrdersPage.tsx'), 'ProductOrdersPage'),
] as const

const money = [
  screen('/user', () => import('../users/UsersPage.tsx'), 'UsersPage'),
  screen('/user/edit/$id', () => import('../users/EditUserPage.tsx'), 'EditUserPage'),
  screen('/user/earn-wallet/edit/$id', () => import('../users/EarnWalletPage.tsx'), 'EarnWalletPage'),
  screen('/send-sms', () => import('../campaigns/SendSmsPage.tsx'), 'SendSmsPage'),
  screen('/add-wallet', () => import('../wallet-adds/WalletAddsPage.tsx'), 'WalletAddsPage'),
  screen('/admin-wallet', () => import('../hand-overs/HandOversPage.tsx'), 'HandOversPage'),
  screen('/withdraw-earn-wallet', () => import('../withdrawals/WithdrawalsPage.tsx'), 'WithdrawalsPage'),
  screen('/admin-wallet-request', () => import('../hand-overs/RequestPage.tsx'), 'RequestPage'),
  screen('/my-wallet-request', () => import('../hand-overs/OwnRequestsPage.tsx'), 'OwnRequestsPage'),
  screen('/payments', () => import('../payments/PaymentsPage.tsx'), 'PaymentsPage'),
  screen('/shift', () => import('../shift/ShiftPage.tsx'), 'ShiftPage'),
] as const

const ownScreens = [
  screen('/profile', () => import('../profile/ProfilePage.tsx'), 'ProfilePage'),
  screen('/profile/change-password', () => import('../profile/ChangePasswordPage.tsx'), 'ChangePasswordPage'),
  screen('/profile/security', () => import('../profile/security/SecurityPage.tsx'), 'SecurityPage'),
  screen('/settings', () => import('../settings/SettingsPage.tsx'), 'SettingsPage'),
  screen('/tables', () => import('../settings/TablesPage.tsx'), 'TablesPage'),
] as const

const adminScreens = [
  screen('/admins', () => import('../admins/AdminsPage.tsx'), 'AdminsPage'),
  screen('/admin/add', () => import('../admins/AddAdminPage.tsx'), 'AddAdminPage'),
  screen('/register', () => import('../admins/AddAdminPage.tsx'), 'NewAccount'),
  screen('/admin/edit/$id', () => import('../admins/EditAdminPage.tsx'), 'EditAdminPage'),
  screen('/test', () => import('../status/SystemStatusPage.tsx'), 'SystemStatusPage'),
  screen('/audit', () => import('../audit/AuditPage.tsx'), 'AuditPage'),
  screen('/auths', () => import('../permissions/AuthsPage.tsx'), 'AuthsPage'),
  screen('/manage-auth-permission/$id', () => import('../permissions/AuthPermissionPage.tsx'), 'AuthPermissionPage'),
  screen('/manage-order-permission/$id', () => import('../permissions/OrderPermissionPage.tsx'), 'OrderPermissionPage'),
] as const

function screen<const P extends string, M extends Record<string, unknown>>(
  path: P,
  load: () => Promise<M>,
  name: keyof M & string,
) {
  return createRoute({
    getParentRoute: () => signedIn,
    path,
    validateSearch: listSearch,
    component: screenCode(load, name),
  })
}

function locationOf(href: string) {
  const { pathname, search } = new URL(href, location.origin)
  return { to: pathname, search: parseSearch(search) } as { to: '/' }
}

/** There is no not-found page: unknown paths lead to '/' when signed in, to '/login' when signed out. */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: readSession() ? '/' : '/login', replace: true })
  },
})

export const router = createRouter({
  routeTree: root.addChildren([
    signedOut.addChildren([login, register]),
    signedIn.addChildren([home, ...orders, ...catalogue, ...money, ...ownScreens, ...adminScreens]),
    unknown,
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: ScreenCrash,
})

router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
  if (!fromLocation || !pathChanged) return
  recordFocus(entryOf(fromLocation))
  focusNextTitle(entryOf(toLocation))
  recordListSearch(fromLocation)
})

/** Key of a history entry, the same again after Back or Forward. */
const entryOf = ({ state }: ParsedLocation) => state.__TSR_key ?? ''

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
