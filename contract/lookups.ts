import { z } from 'zod'
import { get, NoInput } from './endpoint.ts'
import { filter, Id, listOf } from './list.ts'
import { TkOut } from './money.ts'
import { WALLETS } from './payment-rows.ts'

export const Choice = z.object({ id: Id, name: z.string(), image: z.string() })
export type Choice = z.output<typeof Choice>

/** Open to everyone signed in, whatever they may edit. */
export const lookups = {
  topupProducts: get('/admin/lookup/topup-products', {
    access: 'signed-in',
    about: 'Top-up products for a filter or a select',
    input: NoInput,
    output: listOf(Choice),
  }),
  topupPackages: get('/admin/lookup/topup-packages', {
    access: 'signed-in',
    about: 'Top-up packages of one product, or of all',
    input: z.object({ product_id: filter(Id) }),
    output: listOf(Choice.extend({ product_id: Id, product_name: z.string(), price: TkOut })),
  }),
  paymentMethods: get('/admin/lookup/payment-methods', {
    access: 'signed-in',
    about: 'Payment methods for a filter or a select; wallet is the one whose messages are read, or null',
    input: NoInput,
    output: listOf(Choice.extend({ wallet: z.enum(WALLETS).nullable() })),
  }),
}
