import { z } from 'zod'
import { Availability, crud, Picture, StoredPicture } from './crud.ts'
import { get, NoInput, post } from './endpoint.ts'
import { MAX_NAME, MAX_RECIPE_CODES, MAX_SERIAL } from './limits.ts'
import { AdminName, Flag, filter, freeText, Id, Instant, listOf, paging, required, whole } from './list.ts'
import { Choice } from './lookups.ts'
import { say } from './messages/fields.ts'
import { Amount, Rate, SupplierAmount, TkOut } from './money.ts'

const fields = {
  product_id: Id,
  name: required(say('name_required'), MAX_NAME),
  price: Amount,
  /** In the product's supplier currency. */
  bprice: SupplierAmount,
  /** Sort order; ties sort by id. */
  serial: whole(0, MAX_SERIAL),
}

const DELIVERIES = ['hand', 'codes'] as const

const RecipePart = z.object({
  /** Whose vouchers. */
  package_id: Id,
  count: whole(1, MAX_RECIPE_CODES),
})

/** A form sends a list as its JSON. */
const listText = (value: unknown): unknown => {
  if (typeof value !== 'string') return value ?? undefined
  try {
    return value.trim() === '' ? undefined : JSON.parse(value)
  } catch {
    return value
  }
}

/** What is not sent stays. */
const delivery = {
  /** By an admin, or by the codes of its recipe. */
  delivery: filter(z.enum(DELIVERIES, { error: say('must_be_one_of', { values: DELIVERIES.join(', ') }) })),
  /** 1: an order is completed with its codes as it is placed. */
  automatic: filter(Flag),
  /** The codes of one order; empty for one of its own. */
  recipe: z.preprocess(
    listText,
    z
      .array(RecipePart)
      .max(MAX_RECIPE_CODES, { error: say('recipe_codes_at_most', { most: MAX_RECIPE_CODES }), abort: true })
      .refine(
        (parts) => parts.reduce((sum, { count }) => sum + count, 0) <= MAX_RECIPE_CODES,
        say('recipe_codes_at_most', { most: MAX_RECIPE_CODES }),
      )
      .refine((parts) => new Set(parts.map((part) => part.package_id)).size === parts.length, say('recipe_repeats'))
      .optional(),
  ),
}

const plain = crud({
  path: 'topup-package',
  name: 'Topup package',
  access: 'topup_packages',
  effects: [],
  sorts: ['name', 'price', 'bprice', 'serial'],
  fields: {
    row: {
      product_id: Id,
      product_name: z.string(),
      name: z.string(),
      price: TkOut,
      bprice: TkOut,
      /** In tk: the buying price times the product's buy rate. */
      cost: TkOut,
      margin: z.number(),
      below_cost: z.boolean(),
      serial: z.number(),
      logo: z.string(),
      logo_full_url: z.string(),
      in_stock: z.number(),
      sells_vouchers: z.boolean(),
      /** `codes` where it sells vouchers. */
      delivery: z.enum(DELIVERIES),
      automatic: z.number(),
      /** The codes of one order; empty if it is delivered by hand. */
      recipe: z.array(z.object({ package_id: Id, name: z.string(), count: z.number() })),
      /** So many more orders its recipe has codes for, beyond the open ones; null if the package sells no vouchers. */
      codes_left: z.number().nullable(),
      availability: Availability,
    },
    create: { ...fields, logo: Picture(say('logo_required')), in_stock: Flag.default(1), ...delivery },
    update: { ...fields, logo: StoredPicture, in_stock: Flag.optional(), ...delivery },
  },
})

/** Data of the 409 of 'Stop selling codes': more orders than expected would get no code. */
export const OrdersWithoutCode = z.object({ open_orders: z.number() })

const PackageSummary = Choice.extend({
  /** 'Price/Stock', which limits sales only with 'Track stock'. */
  stock: z.number(),
  track_stock: z.number(),
  /** Tk per unit of the supplier's currency. */
  buy_rate: z.number(),
  packages: z.number(),
  lowest_price: TkOut.nullable(),
  highest_price: TkOut.nullable(),
  /** Packages whose selling price is below their cost. */
  below_cost: z.number(),
})
export type PackageSummary = z.output<typeof PackageSummary>

export const topupPackages = {
  ...plain,
  summaries: get('/admin/topup-package/summaries', {
    onStandby: true,
    access: 'topup_packages',
    alsoFor: ['rates'],
    about: 'Every top-up product with the number, prices and losses of its packages',
    input: NoInput,
    output: listOf(PackageSummary),
  }),
  list: get('/admin/topup-packages/:product_id', {
    onStandby: true,
    access: 'topup_packages',
    alsoFor: ['rates'],
    about: 'Every package of a top-up product, in the order of display',
    input: plain.list.input.extend({ product_id: Id }),
    output: plain.list.output,
  }),
  create: { ...plain.create, path: '/admin/topup-package/add' },
  stopVouchers: post('/admin/topup-package/stop-vouchers/:id', {
    access: 'topup_packages',
    effects: [],
    about:
      'Have a package sell no vouchers any more, so that its orders, the open ones too, are delivered by hand; refused while it has Ready codes',
    input: z.object({
      id: Id,
      expected_open_orders: whole(0, Number.MAX_SAFE_INTEGER)
        .default(0)
        .describe(
          'The open orders of which the caller knows that they get no code; more of them now: 409 with OrdersWithoutCode',
        ),
    }),
    output: plain.show.output,
    done: 'Topup package updated successfully',
    audit: { subject: 'topup_package', fields: ['expected_open_orders'] },
  }),
}

const Repricing = z.object({
  id: Id,
  name: z.string(),
  bprice: TkOut,
  cost: TkOut,
  old_price: TkOut,
  /** ceil(bprice * dollar_rate) in whole tk; the old price if bprice is 0. */
  new_price: TkOut,
  margin: z.number(),
  below_cost: z.boolean(),
})
export type Repricing = z.output<typeof Repricing>

const RateChange = z.object({
  id: Id,
  product_id: Id,
  dollar_rate: z.number(),
  at: Instant,
  Admin: AdminName,
  packages: z.array(z.object({ id: Id, name: z.string(), old_price: TkOut, new_price: TkOut })),
  reverted_at: Instant.nullable(),
  /** Only the last change that has not been reverted. */
  can_revert: z.boolean(),
})
export type RateChange = z.output<typeof RateChange>

/** 'Update rate' reprices every package of a product (rules 5.3). */
export const rates = {
  preview: get('/admin/topup-package/dollar-preview', {
    access: 'rates',
    about: 'What a rate would do to each package: old price, new price, margin',
    input: z.object({ product_id: Id, dollar_rate: Rate }),
    /** `seen` is sent back with the update, to detect that rate or packages have changed. */
    output: z.object({ dollar_rate: z.number(), packages: z.array(Repricing), seen: z.string() }),
  }),
  update: post('/admin/topup-package/update-dollar', {
    access: 'rates',
    effects: [],
    about: 'Set the price of every package of a product to its buying price times a rate, in whole tk, rounded up',
    input: z.object({ product_id: Id, dollar_rate: Rate, seen: filter(freeText(100)) }),
    output: z.object({ packages: z.array(Repricing), change_id: Id.nullable() }),
    done: 'Dollar rate updated successfully',
    audit: { subject: 'topup_product', fields: ['product_id', 'dollar_rate'] },
  }),
  history: get('/admin/topup-package/dollar-history', {
    onStandby: true,
    access: 'rates',
    about: 'The changes of rate of a product, newest first',
    input: z.object({ product_id: Id, ...paging }),
    output: listOf(RateChange),
  }),
  revert: post('/admin/topup-package/revert-dollar', {
    access: 'rates',
    effects: [],
    about: 'Revert the last rate change of a product; refused where a price was changed since',
    input: z.object({ product_id: Id, change_id: Id }),
    output: z.object({ packages: z.array(z.object({ id: Id, name: z.string(), old_price: TkOut, new_price: TkOut })) }),
    done: 'Dollar rate updated successfully',
    audit: { subject: 'topup_product', fields: ['product_id', 'change_id'] },
  }),
}
