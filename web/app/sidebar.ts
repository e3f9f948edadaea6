import { type Icon, IconHome, IconShoppingCart, IconUserCircle, IconUsersGroup } from '@tabler/icons-react'
import type { ModuleKey } from '#contract/access.ts'
import type { Output } from '#contract/endpoint.ts'
import type { work } from '#contract/work.ts'

/** One line of the sidebar; English texts, in the specification's order. */
export interface SidebarEntry {
  readonly label: string
  readonly path: '/' | '/order' | '/subadmin-order' | '/profile'
  readonly group?: string
  /** Shown only to holders; without it, to everybody who is signed in. */
  readonly module?: ModuleKey
  readonly icon: Icon
  /** Whose count of waiting work stands beside it. */
  readonly waiting?: keyof Output<typeof work.pending>
}

export const sidebar: readonly SidebarEntry[] = [
  { label: 'Dashboard', path: '/', icon: IconHome },
  {
    label: 'Order',
    path: '/order',
    group: 'Topup Order',
    module: 'orders_view',
    icon: IconShoppingCart,
    waiting: 'orders',
  },
  { label: 'Admin Order', path: '/subadmin-order', group: 'Topup Order', module: 'orders_view', icon: IconUsersGroup },
  { label: 'Profile', path: '/profile', icon: IconUserCircle },
]
