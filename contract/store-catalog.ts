import { z } from 'zod'
import { Availability } from './crud.ts'
import { Id, IdOut, Instant } from './list.ts'
import { TkOut } from './money.ts'

const Picture = z.string().describe('Empty, or a path (/images/...) below this server’s address; any page may show it')

const StorePackage = z
  .object({
    id: Id,
    name: z.string(),
    price: TkOut,
    logo: Picture,
    serial: z.number().describe('Shown in this order'),
  })
  .meta({ id: 'Package' })

const StoreProduct = z
  .object({
    id: Id,
    name: z.string(),
    logo: Picture,
    rules: z.string().describe('HTML'),
    isactivefortopup: z
      .number()
      .describe(
        '1: an order needs a player id. 0: account type and in-game password too, and the security code where there is one',
      ),
    availability: Availability.describe('on_sale, or why none of its packages is'),
    packages: z.array(StorePackage),
  })
  .meta({ id: 'Product' })

const PhysicalProduct = z
  .object({
    id: Id,
    name: z.string(),
    image: Picture,
    sale_price: TkOut,
    regular_price: TkOut,
    quantity: z.number(),
    description: z.string().describe('HTML'),
  })
  .meta({ id: 'PhysicalProduct' })

/** By their lists in the catalogue. */
export const CATALOG_LISTS = {
  products: 'product',
  physical_products: 'physical_product',
  payment_methods: 'payment_method',
  banners: 'banner',
  notices: 'notice',
} as const
export type CatalogList = keyof typeof CATALOG_LISTS
export const CATALOG_KINDS = Object.values(CATALOG_LISTS)

/** Of the store; the dashboard previews the catalogue alone. */
export const catalogChanges = {
  as_of: Instant.nullable().describe('When it last changed: send it as changed_since to get what changes after that'),
  removed: z
    .array(z.object({ kind: z.enum(CATALOG_KINDS), id: IdOut }))
    .describe('With changed_since: what is no longer shown; empty otherwise'),
}

export const Catalog = z.object({
  products: z.array(StoreProduct),
  physical_products: z.array(PhysicalProduct),
  payment_methods: z.array(z.object({ id: Id, name: z.string(), logo: Picture, info: z.string().describe('Where to pay to') })),
  banners: z.array(z.object({ id: Id, note: z.string(), link: z.string(), banner: Picture })),
  notices: z.array(z.object({ id: Id, notice: z.string(), link: z.string(), image: Picture })),
})
