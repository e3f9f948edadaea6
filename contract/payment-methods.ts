import { z } from 'zod'
import { crud, KeptPicture, Picture } from './crud.ts'
import { MAX_NAME } from './limits.ts'
import { required } from './list.ts'

const name = required('Name is required', MAX_NAME)
/** Text, not a number: leading zeros stay. */
const info = required('Information is required', 200)
const status = required('Status is required', 50)

export const paymentMethods = crud({
  path: 'payment-method',
  name: 'Payment method',
  access: 'payment_methods',
  fields: {
    row: {
      name: z.string(),
      logo: z.string(),
      logo_full_url: z.string(),
      info: z.string(),
      status: z.string(),
      /** 1 where customers are shown it: status '1' or 'active'. */
      is_shown: z.number(),
    },
    create: { name, logo: Picture('Logo is required'), info, status: status.default('1') },
    update: { name, logo: KeptPicture, info, status },
  },
})
