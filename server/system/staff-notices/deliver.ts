import { type Db, query } from '../../platform/db/connect.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { type Outcome, readTarget, sendNotice } from './send.ts'

const EVERY_MS = 2_000
const AT_ONCE = 10
const MOST_ATTEMPTS = 6
const FIRST_PAUSE_SECONDS = 30

interface Claimed {
  readonly id: number
  readonly receiver_id: number
  readonly text: string
  readonly attempts: number
}

// A server that dies while it sends leaves it unclear: rather once too little than twice.
const CLAIM = `
  update staff_notices n set state = 'unclear', attempts = attempts + 1
  where n.id = any(array(
    select id from staff_notices where state = 'waiting' and next_attempt_at <= now()
    order by next_attempt_at limit ${AT_ONCE} for update skip locked))
  returning id, receiver_id, text, attempts`

const RECORD = `
  update staff_notices set state = $2, last_error = $3, next_attempt_at = now() + make_interval(secs => $4)
  where id = $1 and state = 'unclear'`

export const deliverStaffNotices = async (db: Db, vault: Vault, telegram?: string): Promise<void> => {
  const claimed = await query<Claimed>(db, CLAIM)
  await Promise.all(
    claimed.map(async ({ id, receiver_id, text, attempts }) => {
      const target = await readTarget(db, vault, receiver_id)
      const outcome: Outcome = target
        ? await sendNotice(target, text, telegram)
        : { state: 'refused', error: 'the channel is not set up' }
      await query(db, RECORD, [id, stateAfter(outcome, attempts), errorOf(outcome), FIRST_PAUSE_SECONDS * 2 ** (attempts - 1)])
    }),
  )
}

const stateAfter = ({ state }: Outcome, attempts: number) => {
  if (state === 'unsent') return attempts < MOST_ATTEMPTS ? 'waiting' : 'failed'
  return state === 'refused' ? 'failed' : state
}

const errorOf = (outcome: Outcome): string => ('error' in outcome ? outcome.error : '')

export const staffDelivery = (vault: Vault): Job => ({
  name: 'tell staff',
  everyMs: EVERY_MS,
  run: (db) => deliverStaffNotices(db, vault),
})
