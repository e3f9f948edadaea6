import {
  type Campaign,
  type CampaignNumber,
  type CampaignNumberQuery,
  type CampaignQuery,
  SMS_STATES,
  type SmsState,
} from '#contract/campaigns.ts'
import { mobileNumber } from '#contract/phone.ts'
import type { SmsGatewayKind } from '#contract/settings.ts'
import { sumOf } from '../../core/lists/days.ts'
import { BLOCK_IDS } from '../../core/lists/far-page.ts'
import type { List, Terms } from '../../core/lists/list.ts'
import { readList } from '../../core/lists/read.ts'
import { type Db, query } from '../../platform/db/connect.ts'

/** SQL: customers of a message to all who are still to be added. They wait, too. */
const TO_ADD = 'case when c.add_until is null then 0 else greatest(c.planned - coalesce(sum(n), 0), 0) end'

const countOf = (state: SmsState) =>
  `(coalesce(sum(n) filter (where state = '${state}'), 0) ${state === 'waiting' ? `+ ${TO_ADD}` : ''})::bigint as ${state}`

// From the counters and pending changes, never a scan.
const COUNTS = `
  select ${SMS_STATES.map(countOf).join(', ')}, (coalesce(sum(n), 0) + ${TO_ADD})::bigint as total
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
  const [pace] = await query<{ kind: SmsGatewayKind; problem: string; paused_until: string | null }>(db, sql)
  if (!pace) throw new Error('The row of the pace is missing')
  return pace
}

/** SQL of a campaign's counters. */
const talliesOf = ({ query: { id, state }, bind }: Terms<CampaignNumberQuery>) =>
  `select block, n from campaign_tally where campaign_id = ${bind(id)} ${state ? `and state = '${state}'` : ''}`

export const CAMPAIGN_NUMBERS: List<CampaignNumberQuery, CampaignNumber> = {
  table: 'campaign_numbers',
  as: 's',
  scope: 'none',
  columns: 's.id, s.phone, s.user_id, u.username, s.state, s.gateway, s.attempts, s.last_error, s.changed_at',
  joins: 'left join users u on u.id = s.user_id',
  filters: {
    id: (id, terms) => {
      const isOf = `s.campaign_id = ${terms.bind(id)}`
      if (terms.query.state || terms.query.phone !== undefined) return isOf
      // Without a state, a page could scan all other campaigns.
      const tally = talliesOf(terms)
      return `${isOf}
        and s.id >= (select min(block) from (${tally}) as blocks) * ${BLOCK_IDS}
        and s.id < (select max(block) + 1 from (${tally}) as blocks) * ${BLOCK_IDS}`
    },
    // A literal, so that the planner can use its partial index.
    state: (state, { query }) => (query.phone === undefined ? `s.state = '${state}'` : 'true'),
    phone: (phone, { bind }) => `s.phone = ${bind(mobileNumber(phone) ?? '')}`,
  },
  sorts: {},
  counters: { filters: ['id', 'state'], blocks: (_, terms) => talliesOf(terms), total: (terms) => sumOf(talliesOf(terms)) },
  isCountedInFull: true,
}

export const listNumbers = async (db: Db, query: CampaignNumberQuery) => {
  const { rows, total } = await readList(db, CAMPAIGN_NUMBERS, null, query)
  return { numbers: rows, total }
}
