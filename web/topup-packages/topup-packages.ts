import type { Output } from '#contract/endpoint.ts'
import { formatTk } from '#contract/money.ts'
import { topupPackages as calls, rates } from '#contract/topup-packages.ts'
import type { Crud } from '../forms/crud/crud.ts'
import type { Question } from '../ui/dialogs/confirm.ts'
import { t } from '../ui/text/i18n.ts'

export type TopupPackage = Output<typeof calls.show>

/** Its forms are below /topup-package; the list of all products is /topup-packages. */
export const topupPackage: Crud<TopupPackage> = {
  calls,
  noun: 'Topup package',
  nameOf: ({ name, product_name }) => `${name} (${product_name})`,
  deletionEffect: ({ codes_left: count }) =>
    count ? t('Its {{count}} remaining codes go too: they will not be sold and cannot be added again.', { count }) : undefined,
  path: '/topup-package',
  nextOf: ({ product_id, serial }) => ({ product_id: String(product_id), serial: String(serial + 1) }),
  invalidates: [calls.summaries],
  empty: {
    product_id: '',
    name: '',
    price: '',
    bprice: '',
    serial: '',
    logo: '',
    in_stock: 1,
    delivery: 'hand',
    automatic: 0,
    recipe: '',
  },
  sentIfEdited: ['delivery', 'automatic', 'recipe'],
}

export const topupPackages: Crud<TopupPackage> = { ...topupPackage, path: '/topup-packages' }

export const costQuestion = (name: string, price: number, cost: number): Question => ({
  about: t('{{name}} will be sold for {{price}}, below its cost of {{cost}}.', {
    name,
    price: formatTk(price),
    cost: formatTk(cost),
  }),
  yes: t('Sell below cost'),
  isDestructive: true,
})

/** Reads to invalidate after a change of prices. */
export const STALE = [calls.list, calls.summaries, rates.preview, rates.history]
