import {
  type Campaign,
  type CampaignNumber,
  type CampaignNumberQuery,
  type CampaignQuery,
  SMS_STATES,
} from '#contract/campaigns.ts'
import { mobileNumber } from '#contract/phone.ts'
import { BLOCK_IDS, pageById } from '../core/lists/far-page.ts'
import { type Bind, statement } from '../core/lists/statement.ts'
import { type Db, query } from '../platform/db/connect.ts'

// From the counters and pending changes, never a scan.
const COUNTS = `
  select ${SMS_STATES.map((state) => `coalesce(sum(n) filter (where state = '${state}'), 0)::bigint as ${state}`).join(', ')},
    coalesce(sum(n), 0)::bigint as total
  from campaign_tally
  where campaign_id = c.id`

const ROW = `
  c.id, c.message, c.is_to_all, c.gateways, c.created_at, c.stopped_at, n.total, to_jsonb(n) - 'total' as counts,
  jsonb_build_object('first_name', a.first_name, 'last_name', a.last_name) as "Admin"`

const JOINS = `
  join admins a on a.id = c.admin_id
  cross join lateral (${COUNTS}) n`

export const findCampaign = async (db: Db, id: number) => {
  const sql = `select ${ROW}, floor(extract(epoch from clock_timestamp()) * 1000)::bigint as read_at from campaigns c ${JOINS} where c.id = $1`
  const [found] = await query<Campaign & { read_at: number }>(db, sql, [id])
  if (!found) return undefined
  const { read_at, ...campaign } = found
  return { campaign, read_at }
}

/** A shop has thousands of campaigns, not millions, so they are counted exactly. */
export const listCampaigns = async (db: Db, { page, limit, order = 'desc', state }: CampaignQuery) => {
  const having = `select campaign_id from campaign_tally where state = '${state}' group by campaign_id having sum(n) > 0`
  const which = state ? `where id in (${having})` : ''
  const sql = `
    select ${ROW}
    from (select * from campaigns ${which} order by id ${order} limit ${limit} offset $1) c ${JOINS}
    order by c.id ${order}`
  const campaigns = await query<Campaign>(db, sql, [(page - 1) * limit])
  const [counted] = await query<{ total: number }>(db, `select count(*) as total from campaigns ${which}`)
  return { campaigns, total: counted?.total ?? 0 }
}

export const readGatewayInUse = async (db: Db) => {
  const sql = `
    select gateway as kind, problem, case when paused_until > now() then paused_until end as paused_until
    from sms_pace`
  const [pace] = await query<{ kind: 'outbox' | 'http'; problem: string; paused_until: string | null }>(db, sql)
  if (!pace) throw new Error('The row of the pace is missing')
  return pace
}

/** Ids of the page. States are literals so that the planner can use their partial index. Without a state, the search is limited
 * to the campaign's blocks of ids; otherwise a page could scan all other campaigns. */
const pageOf = ({ id, state, page, limit, order = 'desc' }: CampaignNumberQuery, bind: Bind) => {
  const campaign = bind(id)
  const which = state ? `and state = '${state}'` : ''
  const tally = `select block, n from campaign_tally where campaign_id = ${campaign} ${which}`
  const within = `
    and s.id >= (select min(block) from (${tally}) as blocks) * ${BLOCK_IDS}
    and s.id < (select max(block) + 1 from (${tally}) as blocks) * ${BLOCK_IDS}`
  const where = `s.campaign_id = ${campaign} ${state ? `and s.state = '${state}'` : within}`
  const list = { tally, from: 'campaign_numbers s', where, id: 's.id', direction: order }
  const rows = pageById({ ...list, offset: (page - 1) * limit, limit }, bind)
  return { rows, total: `select coalesce(sum(n), 0)::bigint as total from (${tally}) as parts` }
}

const numberOf = ({ id, phone = '' }: CampaignNumberQuery, bind: Bind) => {
  const rows = `
    select s.id, 1 as place
    from campaign_numbers s
    where s.campaign_id = ${bind(id)} and s.phone = ${bind(mobileNumber(phone) ?? '')}`
  return { rows, total: `select count(*) as total from page` }
}

export const listNumbers = async (db: Db, input: CampaignNumberQuery) => {
  const { parameters, bind } = statement()
  const { rows, total } = input.phone === undefined ? pageOf(input, bind) : numberOf(input, bind)
  const sql = `
    with page as (${rows}), total as (${total})
    select total.total, s.id, s.phone, s.user_id, u.username, s.state, s.gateway, s.attempts, s.last_error, s.changed_at
    from total
    left join (page join campaign_numbers s on s.id = page.id left join users u on u.id = s.user_id) on true
    order by page.place`
  const found = await query<CampaignNumber & { total: number }>(db, sql, parameters)
  const numbers = found.filter((row) => row.id !== null).map(({ total: _, ...row }) => row)
  return { numbers, total: found[0]?.total ?? 0 }
}
