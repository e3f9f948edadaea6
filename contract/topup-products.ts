import { z } from 'zod'
import { Availability, crud, movementsOf, Picture, RichText, StoredPicture } from './crud.ts'
import { MAX_NAME } from './limits.ts'
import { Flag, filter, required } from './list.ts'
import { say } from './messages/fields.ts'
import { Balance, Rate, SupplierAmount, TkOut } from './money.ts'

const name = required(say('name_required'), MAX_NAME)

const CREDIT = 'Price/Stock: what is left of the credit at the supplier, in the unit of the packages’ buying price (bprice)'
const TRACKED = '1: an order takes its bprice from the credit, and is ‘Stock out’ where that is less; a cancel puts it back'

const plain = crud({
  path: 'topup-product',
  name: 'Product',
  access: 'topup_products',
  effects: [],
  sorts: ['name', 'price'],
  fields: {
    row: {
      name: z.string(),
      logo: z.string(),
      logo_full_url: z.string(),
      price: TkOut.describe(CREDIT),
      track_stock: z.number().describe(TRACKED),
      buy_rate: z.number(),
      rules: z.string(),
      isactivefortopup: z.number(),
      is_active: z.number(),
      /** Excludes deleted packages. */
      package_count: z.number(),
      packages_on_sale: z.number(),
      availability: Availability,
    },
    create: {
      name,
      logo: Picture(say('logo_required')),
      price: SupplierAmount.describe(CREDIT),
      isactivefortopup: Flag.default(1),
      is_active: Flag.default(1),
      rules: RichText.default(''),
      track_stock: Flag.default(0).describe(TRACKED),
      buy_rate: Rate.default(1),
    },
    update: {
      name,
      logo: StoredPicture,
      price: SupplierAmount.optional().describe('Sent only if changed'),
      expected_price: filter(Balance).describe('The price that was read: one that has moved meanwhile gives 409'),
      isactivefortopup: Flag.optional(),
      is_active: Flag.optional(),
      rules: RichText.optional(),
      track_stock: Flag.optional().describe(TRACKED),
      buy_rate: filter(Rate),
    },
  },
})

export const topupProducts = { ...plain, movements: movementsOf('topup-product', 'topup_products') }
