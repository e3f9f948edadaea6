import { z } from 'zod'
import { Availability, crud, KeptPicture, movementsOf, Picture, RichText } from './crud.ts'
import { MAX_NAME } from './limits.ts'
import { Flag, filter, required } from './list.ts'
import { Amount, Balance, Rate, TkOut } from './money.ts'

const name = required('Name is required', MAX_NAME)

const plain = crud({
  path: 'topup-product',
  name: 'Product',
  access: 'topup_products',
  sorts: ['name', 'price'],
  fields: {
    row: {
      name: z.string(),
      logo: z.string(),
      logo_full_url: z.string(),
      /** 'Price/Stock': the remaining supplier credit, in the unit of the packages' buying price. */
      price: TkOut,
      /** 1: an order takes its buying price from the credit, a cancel puts it back. */
      track_stock: z.number(),
      /** Cost in tk = bprice * buy_rate. */
      buy_rate: z.number(),
      rules: z.string(),
      isactivefortopup: z.number(),
      is_active: z.number(),
      /** Living packages, and how many of them customers can have now. */
      package_count: z.number(),
      packages_on_sale: z.number(),
      availability: Availability,
    },
    create: {
      name,
      logo: Picture('Logo is required'),
      price: Amount,
      isactivefortopup: Flag.default(1),
      is_active: Flag.default(1),
      rules: RichText.default(''),
      track_stock: Flag.default(0),
      buy_rate: Rate.default(1),
    },
    update: {
      name,
      logo: KeptPicture,
      /** Sent only if changed, with the price that the form showed: moved meanwhile: 409. */
      price: filter(Amount),
      expected_price: filter(Balance),
      isactivefortopup: Flag.optional(),
      is_active: Flag.optional(),
      rules: RichText.optional(),
      track_stock: Flag.optional(),
      buy_rate: filter(Rate),
    },
  },
})

export const topupProducts = { ...plain, movements: movementsOf('topup-product', 'topup_products') }
