import type { Db } from '../platform/db/connect.ts'
import { DAY_MS, MINUTE_MS } from './clock.ts'
import type { World } from './world.ts'
import { insertRows, instant, run } from './write.ts'

interface PastMessage {
  readonly daysAgo: number
  readonly message: string
  readonly gateway: 'http' | 'outbox'
  /** SQL: condition on customers `u`. */
  readonly who: string
  readonly state: string
  readonly isStopped?: boolean
}

/** The gateway of the past is no longer set up. */
const MESSAGES: readonly PastMessage[] = [
  {
    daysAgo: 23,
    message: 'ঈদ মোবারক! আজ সব টপ-আপে 5% ছাড়।',
    gateway: 'http',
    who: 'true',
    state: `case when u.id % 211 = 0 then 'refused' else 'sent' end`,
  },
  {
    daysAgo: 9,
    message: 'Vouchers are in stock again. Order tonight and get your code within 10 minutes.',
    gateway: 'http',
    who: 'u.id % 6 = 0',
    state: `case when u.id % 66 = 0 then 'unclear' when u.id % 102 = 0 then 'refused' else 'sent' end`,
  },
  {
    daysAgo: 2,
    message: 'The shop is closed tomorrow from 2 to 4 pm.',
    gateway: 'outbox',
    who: 'u.id <= 1500',
    state: `case when u.id > 1000 then 'stopped' else 'sent' end`,
    isStopped: true,
  },
]

const INSERT_NUMBERS = ({ who, state }: PastMessage) => `
  insert into campaign_numbers (campaign_id, phone, user_id, state, gateway, attempts, last_error, changed_at)
  select $1, sms_number(u.phone_digits), u.id, s.state, case when s.state <> 'stopped' then $2 end, (s.state <> 'stopped')::integer,
    case s.state when 'refused' then 'Answered 400' when 'unclear' then 'no answer in time' else '' end,
    $3::timestamptz + u.id * interval '0.2 seconds'
  from users u
  cross join lateral (select ${state} as state) s
  where u.created_at < $3 and ${who} and sms_number(u.phone_digits) is not null
  order by u.id`

export const writeCampaigns = async (db: Db, { now, admins, trade }: World): Promise<void> => {
  const campaigns = MESSAGES.map(({ daysAgo, message, gateway, who, isStopped }, at) => {
    const created_at = now - daysAgo * DAY_MS
    const stopped_at = isStopped ? created_at + 4 * MINUTE_MS : null
    return { id: at + 1, admin_id: admins.rahim, message, is_to_all: who === 'true', gateways: [gateway], created_at, stopped_at }
  })
  await insertRows(db, 'campaigns', campaigns)
  for (const [nth, { id, admin_id, message, gateways, created_at, stopped_at }] of campaigns.entries()) {
    await run(db, INSERT_NUMBERS(MESSAGES[nth] as PastMessage), id, gateways[0], instant(created_at))
    const subject = { subject: 'campaign', subject_id: id, admin_id } as const
    trade.audit.push({ ...subject, at: created_at, action: 'campaigns.send', facts: { message } })
    if (stopped_at !== null) trade.audit.push({ ...subject, at: stopped_at, action: 'campaigns.stop', facts: {} })
  }
  await run(db, 'select fold_campaign_counts()')
}
