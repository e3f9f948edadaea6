import { sql } from 'kysely'
import type { Output } from '#contract/endpoint.ts'
import { worded } from '#contract/messages.ts'
import { webhooks } from '#contract/webhooks.ts'
import { makeTestMessage, send } from '../core/outbox/deliver-webhooks.ts'
import { hasWebhooks, readStoreAddress } from '../core/settings/read-settings.ts'
import { type Context, type Handlers, phases } from '../platform/context.ts'
import { Conflict, found } from '../platform/errors.ts'

const IS_OPEN = sql<boolean>`state in ('waiting', 'failed')`

export const webhookHandlers: Handlers<typeof webhooks> = {
  async list(ctx, { page, limit, q, state, sort, order }) {
    const id = q === undefined ? undefined : Number(q.replace(/^#/, ''))
    const deliveries = await ctx.db
      .selectFrom('webhooks')
      .where(sql<boolean>`state <> 'kept'`)
      .$if(state !== undefined, (rows) => rows.where(sql<boolean>`state = ${sql.lit(state ?? '')}`))
      .$if(id !== undefined, (rows) => rows.where('subject_id', '=', Number.isSafeInteger(id) ? (id as number) : 0))
      .select(['id', 'event', 'subject_id', 'state', 'attempts', 'last_error', 'created_at'])
      .$if(!sort && !order, (rows) => rows.orderBy(sql`(state = 'failed')`, 'desc'))
      .orderBy('id', order ?? 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute()
    const open = await ctx.db
      .selectFrom('webhooks')
      .select(sql<number>`count(*) filter (where state = 'waiting')`.as('waiting'))
      .select(sql<number>`count(*) filter (where state = 'failed')`.as('failed'))
      .where(IS_OPEN)
      .executeTakeFirstOrThrow()
    const is_configured = ctx.storeAddress !== undefined || (await hasWebhooks(ctx.db))
    return { is_configured, ...open, deliveries: deliveries as Output<typeof webhooks.list>['deliveries'] }
  },

  async retry(ctx, { id }) {
    const retried = await tryAgain(ctx).where('id', '=', id).executeTakeFirst()
    if (retried.numUpdatedRows > 0n) return null
    const one = ctx.db.selectFrom('webhooks').select(['id', 'state']).where('id', '=', id).where('state', '<>', 'kept')
    const present = found(await one.executeTakeFirst())
    throw new Conflict(present.state === 'delivered' ? 'webhook_delivered' : 'webhook_being_sent', present)
  },

  sendTest: phases(webhooks.sendTest, {
    async attempt(ctx) {
      const address = ctx.storeAddress ?? (await readStoreAddress(ctx.db, ctx.vault))
      if (!address) throw new Conflict('webhook_not_set')
      return { address, message: await makeTestMessage(ctx.db) }
    },
    prepare: (_, { address, message }) => send(address, message),
    async run(_, __, problem: string | undefined) {
      if (problem === 'no answer') throw new Conflict('webhook_no_answer')
      if (problem === 'refused') throw new Conflict('address_internal')
      if (problem !== undefined) throw new Conflict(worded('webhook_not_accepted', { error: problem }))
      return null
    },
  }),

  async retryAll(ctx) {
    const { numUpdatedRows } = await tryAgain(ctx).executeTakeFirst()
    const total = Number(numUpdatedRows)
    ctx.note({ retried: total })
    return { total }
  },
}

/** Resets attempts, except for webhooks that are being sent, which would be sent twice. */
const tryAgain = (ctx: Context) =>
  ctx.db
    .updateTable('webhooks')
    .set({ state: 'waiting', attempts: 0, next_attempt_at: sql`now()`, claimed_until: null })
    .where(IS_OPEN)
    .where(sql<boolean>`(claimed_until is null or claimed_until < now())`)
