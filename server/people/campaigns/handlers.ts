import { campaigns, type SmsState, smsFlow } from '#contract/campaigns.ts'
import type { Input } from '#contract/endpoint.ts'
import { mobileFault, mobileNumber } from '#contract/phone.ts'
import { savesOnly } from '#contract/settings.ts'
import { readTable } from '../../core/tables/read-table.ts'
import { type Context, type Handlers, phases } from '../../platform/context.ts'
import { query, withoutTimeLimit } from '../../platform/db/connect.ts'
import { Conflict, found, Invalid, NotFound } from '../../platform/errors.ts'
import { RECIPIENTS_AT_ONCE } from './add-recipients.ts'
import { findCampaign, listCampaigns, listNumbers, readGatewayInUse } from './queries.ts'
import { type ReadNumbers, readNumbers } from './read-numbers.ts'
import { listRecipients } from './recipients.ts'
import { sendTest } from './test-message.ts'

export const campaignHandlers: Handlers<typeof campaigns> = {
  recipients: (ctx, input) => listRecipients(ctx.db, input),

  send: startCampaign,

  sendTest,

  readNumbers: phases(campaigns.readNumbers, {
    attempt: async () => null,
    prepare: async (_, __, { file }) => readNumbers(await readTable(file ?? '', 'file')),
    run: async (_, __, read: ReadNumbers) => read,
  }),

  list: async ({ db }, input) => ({ ...(await listCampaigns(db, input)), gateway: await readGatewayInUse(db) }),

  async show({ db }, { id }) {
    return found(await findCampaign(db, id))
  },

  async numbers({ db }, input) {
    if (!(await findCampaign(db, input.id))) throw new NotFound()
    return listNumbers(db, input)
  },

  async stop(ctx, { id }) {
    await query(ctx.db, NONE_TAKEN_MEANWHILE)
    const campaign = await readCampaign(ctx, id)
    const { waiting, handing_over } = campaign.counts
    if (waiting + handing_over === 0) throw new Conflict('no_number_waiting', { campaign })
    await query(ctx.db, STOP, [id])
    ctx.note({ waiting })
    return { changed: waiting }
  },

  markSent: (ctx, input) => decide(ctx, input, 'unclear', 'sent'),

  async sendAgain(ctx, input) {
    const { kind } = await readGatewayInUse(ctx.db)
    // They would only be kept again and count as attempted.
    if (input.state === 'kept' && savesOnly(kind)) throw new Conflict('no_sms_gateway')
    const decided = await decide(ctx, input, input.state === 'kept' ? 'sent' : input.state, 'waiting')
    // Without a gateway, stopped numbers may be kept as first intended. All others were meant for a gateway and wait for one.
    if (input.state !== 'stopped' || !savesOnly(kind)) await query(ctx.db, MARK_FOR_GATEWAY, [input.id])
    if (input.state === 'kept') await query(ctx.db, NOTHING_KEPT, [input.id])
    return decided
  },
}

/** A worker holds this row until its claims are committed, so none of them is missed. */
const NONE_TAKEN_MEANWHILE = 'select from sms_pace for update'

/** Not before any row was created: if the clock was set back, numbers written before the stop would still be sent. */
const STOP = `
  update campaigns set stopped_at = greatest(clock_timestamp(), created_at,
    (select max(changed_at) from campaign_numbers where campaign_id = $1 and state in ('waiting', 'handing_over')))
  where id = $1`

const MARK_FOR_GATEWAY = `update campaigns set meant_for = 'http' where id = $1 and meant_for <> 'http'`

async function startCampaign(ctx: Context, { phones, message, audience, except }: Input<typeof campaigns.send>) {
  // Ignoring an unreadable exception would send to a customer who was excluded.
  const unread = leftOut(except)
  if (unread.invalid.length > 0) throw new Invalid('not_mobile_number', 'except', unread)
  const valid = phones.map(mobileNumber).filter((number) => number !== undefined)
  const numbers = [...new Set(valid)]
  const isToAll = audience === 'all'
  const excepted = isToAll ? except.map(mobileNumber).filter((number) => number !== undefined) : []
  const [counted] = isToAll ? await query<{ n: number }>(ctx.db, CUSTOMERS, [[...excepted, ...numbers]]) : []
  const total = numbers.length + (counted?.n ?? 0)
  const [campaign] = await query<{ id: number }>(
    ctx.db,
    `insert into campaigns (admin_id, message, is_to_all, meant_for, planned, excepted, add_until)
     values ($1, $2, $3, (select sms_gateway from settings), $4, $5, case when $3 then (select max(id) from users) end) returning id`,
    [ctx.admin.id, message, isToAll, total, excepted],
  )
  const id = campaign?.id ?? 0
  if (numbers.length > 0) await query(ctx.db, TO_NUMBERS, [id, numbers])
  // So that a shop of some thousand customers has them at once.
  if (isToAll) await query(ctx.db, 'select add_recipients($1, $2)', [RECIPIENTS_AT_ONCE, id])
  const { invalid, reasons } = leftOut(phones)
  if (total === 0) throw new Invalid('no_valid_number', 'phones', { invalid, reasons })
  const repeated = valid.length - numbers.length
  ctx.note({ subjectId: id, total, invalid: invalid.length, ...(audience ? { except: except.length } : {}) })
  return { campaign_id: id, total, invalid, reasons, repeated }
}

/** What is no mobile number, with the reason of each. */
const leftOut = (phones: readonly string[]) => {
  const faults = phones.map((phone) => ({ phone, reason: mobileFault(phone) }))
  const wrong = faults.filter(({ reason }) => reason !== undefined)
  return { invalid: wrong.map(({ phone }) => phone), reasons: wrong.map(({ reason }) => reason ?? '') }
}

// As `add_recipients` takes them.
const CUSTOMERS = `
  select count(*) as n
  from (select sms_number(phone_digits) as number from users where deleted_at is null offset 0) as u
  where u.number is not null
    and not exists (select from unnest($1::text[]) as e (number) where e.number = u.number)`

const TO_NUMBERS = `
  insert into campaign_numbers (campaign_id, phone, user_id)
  select $1, n.number, u.id
  from unnest($2::text[]) with ordinality as n (number, nth)
  left join users u on u.phone_digits = n.number and u.deleted_at is null
  order by n.nth
  on conflict (campaign_id, phone) do nothing`

const readCampaign = async (ctx: Context, id: number) => found(await findCampaign(ctx.db, id)).campaign

type Decision = Pick<Input<typeof campaigns.markSent>, 'id' | 'number_ids' | 'read_at'>

/** Moves the numbers that are still as the admin saw them: those that changed after `read_at` are left alone. */
const decide = async (ctx: Context, { id, number_ids, read_at }: Decision, from: SmsState, to: SmsState) => {
  if (!smsFlow.allows(from, to)) throw new Error(`No number goes from ${from} to ${to}`)
  await readCampaign(ctx, id)
  const chosen = [id, number_ids ?? null, read_at ?? null]
  const changed = await withoutTimeLimit(ctx.db, async (db) => {
    const [moved] = await query<{ n: number }>(db, moveNumbers(from, to), chosen)
    return moved?.n ?? 0
  })
  if (changed === 0) {
    const [found] = await query<{ is_there: boolean }>(ctx.db, anyThere(from), chosen)
    const present = { campaign: await readCampaign(ctx, id) }
    if (found?.is_there) throw new Conflict('numbers_at_gateway', present)
    throw new Conflict('already_decided', present)
  }
  ctx.note({ changed, to })
  return { changed }
}

const SAFE: Partial<Record<SmsState, string>> = {
  sent: `and gateway = 'outbox' and was_never_handed_over(gateway, attempts)`,
  stopped: 'and was_never_handed_over(gateway, attempts)',
}

// States are our own literals, so the planner can use their partial index.
const chosenOf = (from: SmsState) => `
  campaign_id = $1 and state = '${from}'
  and ($2::bigint[] is null or id = any($2))
  and ($3::bigint is null or changed_at <= to_timestamp($3 / 1000.0))`

const moveNumbers = (from: SmsState, to: SmsState) => `
  with moved as (
    update campaign_numbers set state = '${to}',
      changed_at = greatest(clock_timestamp(), (select stopped_at + interval '1 microsecond' from campaigns where id = $1))
    where ${chosenOf(from)} ${SAFE[from] ?? ''}
    returning 1
  )
  select count(*) as n from moved`

const anyThere = (from: SmsState) => `select exists (select from campaign_numbers where ${chosenOf(from)}) as is_there`

const NOTHING_KEPT = `
  update campaigns set gateways = array_remove(gateways, 'outbox')
  where id = $1
    and not exists (select from campaign_numbers where campaign_id = $1 and state = 'sent' ${SAFE.sent})`
