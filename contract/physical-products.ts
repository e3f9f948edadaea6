import { z } from 'zod'
import { Availability, crud, movementsOf, Picture, RichText, StoredPicture } from './crud.ts'
import { MAX_NAME, MAX_QUANTITY } from './limits.ts'
import { Flag, filter, required, whole } from './list.ts'
import { say } from './messages/fields.ts'
import { Amount, TkOut } from './money.ts'

const fields = { name: required(say('name_required'), MAX_NAME), sale_price: Amount, regular_price: Amount }
const quantity = whole(0, MAX_QUANTITY)

const plain = crud({
  path: 'physical-product',
  name: 'Product',
  access: 'physical_products',
  effects: [],
  sorts: ['name', 'sale_price', 'regular_price', 'quantity'],
  fields: {
    row: {
      name: z.string(),
      image: z.string(),
      image_full_url: z.string(),
      sale_price: TkOut,
      regular_price: TkOut,
      quantity: z.number(),
      description: z.string(),
      is_active: z.number(),
      availability: Availability,
    },
    create: {
      ...fields,
      image: Picture(say('image_required')),
      quantity,
      description: RichText.default(''),
      is_active: Flag.default(1),
    },
    update: {
      ...fields,
      image: StoredPicture,
      /** Sent only if changed. `expected_quantity` is what the form showed; 409 if it has changed. */
      quantity: quantity.optional(),
      expected_quantity: filter(whole(0, Number.MAX_SAFE_INTEGER)),
      description: RichText.optional(),
      is_active: Flag.optional(),
    },
  },
})

export const physicalProducts = { ...plain, movements: movementsOf('physical-product', 'physical_products') }
