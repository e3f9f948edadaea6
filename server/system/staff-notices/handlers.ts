import type { Input, Output } from '#contract/endpoint.ts'
import { worded } from '#contract/messages.ts'
import { type StaffReceiver, staffNotices } from '#contract/staff-notices.ts'
import { type Context, type Handlers, phases } from '../../platform/context.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { Conflict, found, Invalid } from '../../platform/errors.ts'
import { leadsInside } from '../../platform/outgoing/request.ts'
import { type Outcome, readTarget, sendNotice } from './send.ts'
import { TEXTS } from './texts.ts'

const RECEIVERS = `
  select r.id, r.name, r.way, r.destination, r.events, r.order_minutes, r.wallet_add_amount, r.language, r.quiet_from, r.quiet_to, r.created_at,
    (select jsonb_build_object('at', n.created_at, 'text', n.text, 'state', n.state, 'last_error', n.last_error)
     from staff_notices n where n.receiver_id = r.id order by n.id desc limit 1) as last
  from staff_receivers r order by r.id`

export const staffNoticeHandlers: Handlers<typeof staffNotices> = {
  async list({ db }) {
    const receivers = await query<StaffReceiver>(db, RECEIVERS)
    const channels = await query<Output<typeof staffNotices.list>['channels'][number]>(
      db,
      'select way, sender from staff_channels order by way',
    )
    return { receivers, channels }
  },

  async setChannel(ctx, { way, secret, sender }) {
    if (way === 'email') await requireOutside(ctx, 'secret', `https://${new URL(secret).hostname}`)
    const [channel] = await query<{ id: number }>(
      ctx.db,
      `insert into staff_channels (way, sender) values ($1, $2)
       on conflict on constraint staff_channels_way_unique do update set sender = excluded.sender returning id`,
      [way, sender],
    )
    const { id } = found(channel)
    const sealed = ctx.vault.seal(secret, `staff_channel.secret ${id}`)
    await query(ctx.db, 'update staff_channels set secret_sealed = $2 where id = $1', [id, sealed])
    ctx.note({ subjectId: id })
    return null
  },

  async create(ctx, input) {
    const { id } = await ctx.db
      .insertInto('staff_receivers')
      .values(await columnsOf(ctx, input))
      .returning('id')
      .executeTakeFirstOrThrow()
    await sealUrl(ctx, id, input)
    ctx.note({ subjectId: id })
    return { id }
  },

  async update(ctx, { id, ...input }) {
    const before = found(
      await ctx.db
        .selectFrom('staff_receivers')
        .select(['way', 'destination'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst(),
    )
    // Of a webhook only the host is shown, so that is what comes back where nothing changed.
    const keepsUrl = input.way === 'webhook' && before.way === 'webhook' && input.destination === before.destination
    await ctx.db
      .updateTable('staff_receivers')
      .set(await columnsOf(ctx, input))
      .where('id', '=', id)
      .execute()
    if (!keepsUrl) await sealUrl(ctx, id, input)
    return null
  },

  async remove(ctx, { id }) {
    found((await query(ctx.db, 'delete from staff_receivers where id = $1 returning id', [id]))[0])
    return null
  },

  test: phases(staffNotices.test, {
    async attempt(ctx, { id }) {
      found(await ctx.db.selectFrom('staff_receivers').select('id').where('id', '=', id).executeTakeFirst())
      const target = await readTarget(ctx.db, ctx.vault, id)
      if (!target) throw new Conflict('staff_channel_not_set')
      return target
    },
    prepare: (_, target) => sendNotice(target, TEXTS[target.language].test({})),
    async run(_, __, outcome: Outcome) {
      if (outcome.state === 'sent') return null
      if (outcome.state === 'unclear') throw new Conflict('staff_notice_unclear')
      throw new Conflict(
        outcome.error === 'address_internal' ? 'address_internal' : worded('staff_notice_refused', { error: outcome.error }),
      )
    },
  }),
}

type Receiver = Input<typeof staffNotices.create>

const columnsOf = async (ctx: Context, { destination, ...input }: Receiver) => {
  if (input.way !== 'webhook') return { ...input, destination, url_sealed: null }
  await requireOutside(ctx, 'destination', destination)
  return { ...input, destination: new URL(destination).origin }
}

/** A webhook's URL often holds a key. */
const sealUrl = async ({ db, vault }: Context, id: number, { way, destination }: Receiver) => {
  if (way !== 'webhook') return
  await query(db, 'update staff_receivers set url_sealed = $2 where id = $1', [
    id,
    vault.seal(destination, `staff_receiver.url ${id}`),
  ])
}

const internalHosts = async (db: Db) =>
  (await db.selectFrom('settings').select('internal_hosts').executeTakeFirstOrThrow()).internal_hosts

const requireOutside = async ({ db }: Context, field: string, url: string) => {
  if (await leadsInside(url, await internalHosts(db))) throw new Invalid('address_internal', field)
}
