import { z } from 'zod'
import { crud, Picture, StoredPicture } from './crud.ts'
import { MAX_NAME, PAYMENT_METHOD_STATUS } from './limits.ts'
import { digits, plain, required, requiredFreeText } from './list.ts'
import { say } from './messages/fields.ts'
import { latinDigits } from './text.ts'

const name = required(say('name_required'), MAX_NAME)
/** Text, to keep leading zeros. Latin digits, because payment apps accept no others. */
const info = digits(plain(requiredFreeText(say('information_required'), 200), latinDigits))
const status = digits(required(say('status_required'), 50))

export const paymentMethods = crud({
  path: 'payment-method',
  name: 'Payment method',
  access: 'payment_methods',
  effects: ['addresses'],
  sorts: ['name', 'info', 'status'],
  fields: {
    row: {
      name: z.string(),
      logo: z.string(),
      logo_full_url: z.string(),
      info: z.string(),
      status: z.string(),
      /** 1 if customers see it: status '1' or 'active', in any case or in Bangla digits. */
      is_shown: z.number(),
    },
    create: { name, logo: Picture(say('logo_required')), info, status: status.default(PAYMENT_METHOD_STATUS) },
    update: { name, logo: StoredPicture, info, status },
  },
})
