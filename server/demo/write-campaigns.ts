import type { Db } from '../platform/db/connect.ts'
import { DAY_MS, MINUTE_MS } from './clock.ts'
import type { Decision } from './facts.ts'
import type { Setting } from './plan.ts'
import { instant, run } from './write.ts'

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

export const writeMessages = async (db: Db, { now, admins }: Setting): Promise<Decision[]> => {
  const sent: Decision[] = []
  for (const [nth, past] of MESSAGES.entries()) {
    const at = now - past.daysAgo * DAY_MS
    const id = nth + 1
    await run(
      db,
      `insert into campaigns (admin_id, message, is_to_all, gateways, created_at, stopped_at) values ($1, $2, $3, $4, $5, $6)`,
      admins.rahim,
      past.message,
      past.who === 'true',
      [past.gateway],
      instant(at),
      past.isStopped ? instant(at + 4 * MINUTE_MS) : null,
    )
    await run(db, INSERT_NUMBERS(past), id, past.gateway, instant(at))
    const subject = { subject: 'campaign', subject_id: id, admin_id: admins.rahim } as const
    sent.push({ ...subject, at, action: 'campaigns.send', facts: { message: past.message } })
    if (past.isStopped) sent.push({ ...subject, at: at + 4 * MINUTE_MS, action: 'campaigns.stop', facts: {} })
  }
  await run(db, 'select fold_campaign_counts()')
  return sent
}
