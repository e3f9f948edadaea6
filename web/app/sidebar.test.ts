import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { entriesFor, type SidebarEntry } from './sidebar.ts'

/** The call that a screen of the sidebar cannot do without; none where the screen is made of several. */
const READS: Record<SidebarEntry['path'], Pick<Endpoint, 'access' | 'alsoFor'> | null> = {
  '/': null,
  '/admins': api.admins.list,
  '/user': api.users.list,
  '/payment-method': api.paymentMethods.list,
  '/topup-product': api.topupProducts.list,
  '/topup-packages': api.topupPackages.list,
  '/physical-product': api.physicalProducts.list,
  '/upins': api.vouchers.list,
  '/add-wallet': api.walletAdds.list,
  '/admin-wallet': api.handOvers.list,
  '/withdraw-earn-wallet': api.withdrawals.list,
  '/order': api.orders.list,
  '/subadmin-order': api.orders.adminList,
  '/product-order': api.productOrders.list,
  '/auths': api.permissions.modules,
  '/banner': api.banners.list,
  '/notice': api.notices.list,
  '/admin-wallet-request': api.handOvers.request,
  '/my-wallet-request': api.handOvers.own,
  '/landing': api.landing.show,
  '/profile': api.profile.show,
  '/send-sms': api.campaigns.recipients,
  '/shift': api.shift.own,
}

const entries = entriesFor('super', () => true)

test('the sidebar has every screen of this table', () => {
  expect(entries.map(({ path }) => path).toSorted()).toEqual(Object.keys(READS).toSorted())
})

test.each(entries)('$label is shown to those who may read it', ({ path, module, orModule, isForSuper }) => {
  const { access, alsoFor = [] } = READS[path] ?? { access: 'signed-in' }
  expect(isForSuper ? 'super' : (module ?? 'signed-in')).toBe(access)
  expect(orModule === undefined ? [] : [orModule]).toEqual(alsoFor)
})
