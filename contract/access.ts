/**
 * Auth modules: the tasks that a super admin grants to a sub-admin. Code knows a module by its key, for good; name, description
 * and screen are the texts with which the row is first written.
 */
export const modules = {
  orders_view: { name: 'See orders', description: 'See the top-up orders of the granted packages', screen: '/order' },
  orders_work: { name: 'Work on orders', description: 'Take and complete orders', screen: '/order' },
  orders_cancel: { name: 'Cancel orders', description: 'Cancel orders and refund the customer', screen: '/order' },
  wallet_adds_view: { name: 'See wallet adds', description: 'See customers’ wallet top-ups', screen: '/add-wallet' },
  wallet_adds_approve: { name: 'Approve wallet adds', description: 'Complete or cancel wallet top-ups', screen: '/add-wallet' },
} as const satisfies Record<string, { name: string; description: string; screen: string }>
  topup_products: {
    name: 'Top-up products',
    description: 'See and edit top-up products and their stock',
    screen: '/topup-product',
  },
  topup_packages: {
    name: 'Top-up packages',
    description: 'See and edit the packages of top-up products',
    screen: '/topup-packages',
  },
  rates: { name: 'Update rate', description: 'Reprice all packages of a product by its rate', screen: '/topup-packages' },
  physical_products: {
    name: 'Physical products',
    description: 'See and edit physical products and their quantity',
    screen: '/physical-product',
  },
  payment_methods: { name: 'Payment methods', description: 'See and edit how customers pay', screen: '/payment-method' },
  banners: { name: 'Banners', description: 'See and edit banners', screen: '/banner' },
  notices: { name: 'Notices', description: 'See and edit notices', screen: '/notice' },

export type ModuleKey = keyof typeof modules

/** Who may call: the holder of a module, or one of the four fixed circles. */
export type Access = ModuleKey | 'signed-in' | 'super' | 'store' | 'public'

/** A further module that a particular change needs, beside the endpoint's own. */
export interface Need<I> {
  readonly module: ModuleKey
  /** The field that the refusal names. */
  readonly field: string
  readonly when: (input: I) => boolean
}
