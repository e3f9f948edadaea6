import { campaigns } from '#contract/campaigns.ts'
import { mobileNumber } from '#contract/phone.ts'
import { readSmsGateway, SecretLost } from '../../core/settings/read-settings.ts'
import { type Context, phases } from '../../platform/context.ts'
import { nextIds } from '../../platform/db/next-ids.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import type { Outcome } from './answers.ts'
import { sendSms } from './gateways.ts'

/** Hands one message over, outside of every campaign. Whatever the gateway says is a result, so that the log has it. */
export const sendTest = phases(campaigns.sendTest, {
  async attempt(ctx, { phone: typed }) {
    const phone = mobileNumber(typed)
    if (phone === undefined) throw new Invalid('not_mobile_number', 'phone')
    const gateway = await readGateway(ctx)
    const { shop_name } = await ctx.db.selectFrom('settings').select('shop_name').executeTakeFirstOrThrow()
    // Gateways drop an id that they know.
    const [id = 0] = await nextIds(ctx.db, 'campaign_numbers', 1)
    return { gateway, sms: { id, phone, message: `Test message from ${shop_name || 'Topdeck'}` } }
  },
  prepare: (_, { gateway, sms }) => sendSms(gateway, sms),
  async run(ctx, _, { state, answer }: Outcome) {
    if (state === 'waiting' && answer === 'refused') throw new Conflict('address_internal')
    ctx.note({ state, answer })
    return { state, answer }
  },
})

const readGateway = async ({ db, vault }: Context) => {
  const gateway = await readSmsGateway(db, vault).catch((error: unknown) => {
    throw error instanceof SecretLost ? new Conflict('sms_key_required') : error
  })
  if (gateway.kind === 'outbox') throw new Conflict('no_sms_gateway')
  return gateway
}
