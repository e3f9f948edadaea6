import {
  type Icon,
  IconBuildingBank,
  IconBuildingStore,
  IconCashBanknote,
  IconColumns3,
  IconCreditCard,
  IconDeviceGamepad2,
  IconDeviceMobileMessage,
  IconHeartbeat,
  IconHistory,
  IconHome,
  IconLock,
  IconMessage,
  IconPackages,
  IconPhoto,
  IconReceipt,
  IconReportMoney,
  IconSettings,
  IconShieldCheck,
  IconShirt,
  IconShoppingCart,
  IconSpeakerphone,
  IconTicket,
  IconTransferIn,
  IconTruck,
  IconUser,
  IconUserCircle,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react'
import type { ModuleKey } from '#contract/access.ts'
import type { Output } from '#contract/endpoint.ts'
import type { pendingCounts } from '#contract/pending-counts.ts'
import { may } from '#contract/roles.ts'
import type { StoredUser } from '../calls/session-store.ts'

/** One sidebar entry, in English; order as in the specification. */
interface Entry<Path extends string> {
  readonly label: string
  readonly path: Path
  readonly group?: string
  /** Shown only to admins with this module; without it, to all. */
  readonly module?: ModuleKey
  readonly orModule?: ModuleKey
  readonly isForSuper?: boolean
  readonly icon: Icon
  /** The pending count shown beside it. */
  readonly waiting?: keyof Output<typeof pendingCounts.show>
}

/** Infers the paths, so that the compiler checks the links. */
const entriesOf = <Path extends string>(entries: readonly Entry<Path>[]) => entries

const sidebar = entriesOf([
  { label: 'Dashboard', path: '/', icon: IconHome },
  { label: 'Admin', path: '/admins', group: 'User', isForSuper: true, icon: IconUsersGroup },
  { label: 'User', path: '/user', group: 'User', module: 'users_view', icon: IconUser },
  { label: 'Payment Method', path: '/payment-method', module: 'payment_methods', icon: IconCreditCard },
  { label: 'Top Product', path: '/topup-product', group: 'Topup', module: 'topup_products', icon: IconDeviceGamepad2 },
  {
    label: 'Topup Packages',
    path: '/topup-packages',
    group: 'Topup',
    module: 'topup_packages',
    orModule: 'rates',
    icon: IconPackages,
  },
  { label: 'Physical Product', path: '/physical-product', group: 'Topup', module: 'physical_products', icon: IconShirt },
  { label: 'UniPin Voucher', path: '/upins', group: 'Topup', module: 'vouchers_view', icon: IconTicket },
  { label: 'Add Wallet', path: '/add-wallet', module: 'wallet_adds_view', icon: IconWallet, waiting: 'wallet_adds' },
  { label: 'Admin Wallet', path: '/admin-wallet', module: 'hand_overs_view', icon: IconBuildingBank },
  {
    label: 'Withdraw Earn Wallet',
    path: '/withdraw-earn-wallet',
    module: 'withdrawals_view',
    icon: IconCashBanknote,
    waiting: 'withdrawals',
  },
  {
    label: 'Order',
    path: '/order',
    group: 'Topup Order',
    module: 'orders_view',
    icon: IconShoppingCart,
    waiting: 'orders',
  },
  { label: 'Admin Order', path: '/subadmin-order', group: 'Topup Order', module: 'orders_view', icon: IconUsersGroup },
  { label: 'Product Order', path: '/product-order', module: 'product_orders_view', icon: IconTruck, waiting: 'product_orders' },
  { label: 'Auths', path: '/auths', isForSuper: true, icon: IconShieldCheck },
  { label: 'Banner', path: '/banner', module: 'banners', icon: IconPhoto },
  { label: 'Notice', path: '/notice', module: 'notices', icon: IconSpeakerphone },
  { label: 'Create Transaction', path: '/admin-wallet-request', group: 'Admin Transaction', icon: IconTransferIn },
  { label: 'My Request', path: '/my-wallet-request', group: 'Admin Transaction', icon: IconReceipt },
  { label: 'landing Page', path: '/landing', icon: IconBuildingStore },
  { label: 'Profile', path: '/profile', icon: IconUserCircle },
  { label: 'Send Sms', path: '/send-sms', module: 'campaigns_send', icon: IconMessage },
  // The specification's end here; what follows is ours.
  { label: 'Shift sheet', path: '/shift', icon: IconReportMoney },
])
export type SidebarEntry = (typeof sidebar)[number]

export const entriesFor = (role: StoredUser['role'] | undefined, can: (module: ModuleKey) => boolean): SidebarEntry[] =>
  sidebar.filter(({ module, orModule, isForSuper }) =>
    isForSuper ? may({ role }, 'run_the_shop') : module === undefined || can(module) || (orModule !== undefined && can(orModule)),
  )

export const menuScreens = (role: StoredUser['role'] | undefined, can: (module: ModuleKey) => boolean) => [
  { label: 'Security', path: '/profile/security', icon: IconLock } as const,
  { label: 'Settings', path: '/settings', icon: IconSettings } as const,
  { label: 'Table columns', path: '/tables', icon: IconColumns3 } as const,
  ...(can('wallet_adds_view') ? [{ label: 'Payments', path: '/payments', icon: IconDeviceMobileMessage } as const] : []),
  ...(may({ role }, 'run_the_shop')
    ? [
        { label: 'Audit log', path: '/audit', icon: IconHistory } as const,
        { label: 'System status', path: '/test', icon: IconHeartbeat } as const,
      ]
    : []),
]
