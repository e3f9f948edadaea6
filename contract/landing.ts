import { z } from 'zod'
import { Availability } from './crud.ts'
import { get, NoInput } from './endpoint.ts'
import { Id } from './list.ts'
import { Catalog } from './store-catalog.ts'

export const landing = {
  show: get('/admin/landing', {
    access: 'signed-in',
    about: 'The catalogue as the store gets it, and what is not on sale with the reason',
    input: NoInput,
    output: Catalog.extend({
      not_on_sale: z.array(
        z.object({
          kind: z.enum(['topup_product', 'topup_package', 'physical_product']),
          id: Id,
          name: z.string(),
          availability: Availability,
        }),
      ),
    }),
  }),
}
