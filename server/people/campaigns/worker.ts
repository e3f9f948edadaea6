import { setTimeout as sleep } from 'node:timers/promises'
import { SMS_FIRST_PAUSE_SECONDS, SMS_LONGEST_PAUSE_SECONDS } from '#contract/limits.ts'
import { SecretLost, type SmsGateway } from '../../core/settings/read-settings.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Outcome } from './answers.ts'
import { type HttpGateway, type OutgoingSms, sendSms } from './gateways.ts'

const PAUSE_MS = 500
/** After this, it looks for lost claims, stopped numbers and new settings, even if more is waiting. */
const RUN_MS = 10_000
const MAX_CONCURRENT = 16
const SAVE_BATCH = 1_000
const STOPPED_AT_ONCE = 5_000
/** Longer than the longest call: when a claim expires, no call of it can still be running. */
const CLAIM_SECONDS = 30
/** A process that was suspended after its claim must not call: the claim may have expired. */
const CALL_WITHIN_MS = 10_000
const SHORTEST_TURN_MS = 25
const GATEWAY_RECORD_MS = 500
const FAILURES_ALLOWED = 8
const KEY_LOST = 'Its key can no longer be read. A super admin must enter it again on /settings.'

interface Taken extends OutgoingSms {
  readonly attempts: number
}

/** Sends what waits, on several servers at once. `handing_over` is committed before the call, so after a crash or timeout a
 * number becomes unclear instead of being sent twice. */
export const sendMessages = (readGateway: () => Promise<SmsGateway>, everyMs = PAUSE_MS): Job => {
  let known: string | undefined
  return {
    name: 'send text messages',
    everyMs,
    run: async (db, stopping) => {
      const until = performance.now() + RUN_MS
      const shouldContinue = () => !stopping?.aborted && performance.now() < until
      await markLostUnclear(db)
      while ((await stopSome(db)) === STOPPED_AT_ONCE && shouldContinue());
      const gateway = await readGateway().catch(async (fault: unknown) => {
        if (fault instanceof SecretLost) await recordKeyLost(db)
        throw fault
      })
      const now = JSON.stringify(gateway)
      await recordGateway(db, gateway, known !== undefined && known !== now)
      known = now
      await (gateway.kind === 'outbox' ? saveAll(db, shouldContinue) : sendAll(db, gateway, shouldContinue, stopping))
    },
  }
}

// A claim longer than any lease was made before the clock was set back.
const markLostUnclear = (db: Db) =>
  query(
    db,
    `update campaign_numbers set state = 'unclear', last_error = 'No answer was recorded', claimed_until = null, changed_at = now()
     where state = 'handing_over'
       and (claimed_until < now() or claimed_until > now() + interval '${2 * CLAIM_SECONDS} seconds')`,
  )

const stopSome = async (db: Db): Promise<number> => {
  const [stopped] = await query<{ n: number }>(db, 'select stop_sms($1) as n', [STOPPED_AT_ONCE])
  return stopped?.n ?? 0
}

const recordKeyLost = (db: Db) =>
  query(
    db,
    `update sms_pace set gateway = 'http', problem = $1, failures = 0, pauses = 0, paused_until = '-infinity'
     where gateway <> 'http' or problem <> $1`,
    [KEY_LOST],
  )

/** Failures count for one gateway, address and key only. The key was read successfully here. */
const recordGateway = (db: Db, { kind }: SmsGateway, isOther: boolean) =>
  query(
    db,
    `update sms_pace set gateway = $1, problem = '', failures = 0, pauses = 0, paused_until = '-infinity'
     where gateway <> $1 or $2 or problem = $3`,
    [kind, isOther, KEY_LOST],
  )

const saveAll = async (db: Db, goesOn: () => boolean) => {
  let saved = SAVE_BATCH
  while (saved === SAVE_BATCH && goesOn()) {
    const [counted] = await query<{ n: number }>(db, `select count(*) as n from take_sms('outbox', $1, null, 0)`, [SAVE_BATCH])
    saved = counted?.n ?? 0
  }
}

/** Up to MAX_CONCURRENT numbers in parallel, so that one slow call does not delay the others. */
const sendAll = async (db: Db, gateway: HttpGateway, goesOn: () => boolean, stopping: AbortSignal | undefined) => {
  const inFlight = new Set<Promise<void>>()
  const faults: unknown[] = []
  const turnMs = Math.max(SHORTEST_TURN_MS, 250 / gateway.per_second)
  // Until then, unclaimed numbers may only be waiting for the rate limit.
  let pacedUntil = 0
  while (goesOn() && faults.length === 0) {
    const begun = performance.now()
    const free = MAX_CONCURRENT - inFlight.size
    const taken = free < MAX_CONCURRENT / 2 ? [] : await take(db, gateway, free)
    for (const number of taken) {
      const work = settle(db, number, gateway, begun, stopping)
        .catch((fault: unknown) => void faults.push(fault))
        .finally(() => inFlight.delete(work))
      inFlight.add(work)
    }
    if (taken.length > 0) pacedUntil = performance.now() + (1_000 * taken.length) / gateway.per_second + 2 * turnMs
    else if (inFlight.size === 0 && performance.now() > pacedUntil) break
    else await Promise.race([...inFlight, sleep(turnMs)])
  }
  await Promise.all(inFlight)
  if (faults.length > 0) throw faults[0]
}

const take = (db: Db, { per_second }: HttpGateway, most: number) =>
  query<Taken>(db, `select id, phone, message, attempts from take_sms('http', $1, $2, $3)`, [most, per_second, CLAIM_SECONDS])

const settle = async (db: Db, number: Taken, gateway: HttpGateway, begun: number, stopping: AbortSignal | undefined) => {
  const hasTimeLeft = performance.now() - begun < CALL_WITHIN_MS
  const { state, answer }: Outcome = hasTimeLeft
    ? await sendSms(gateway, number)
    : { state: 'waiting', answer: 'Not reached: this server stood still' }
  const error = state === 'sent' ? '' : answer
  const outcome = [number.id, number.attempts, state, error, SMS_FIRST_PAUSE_SECONDS, SMS_LONGEST_PAUSE_SECONDS, FAILURES_ALLOWED]
  for (;;) {
    try {
      await query(db, 'select settle_sms($1, $2, $3, $4, $5, $6, $7)', outcome)
      return
    } catch (error) {
      // Retries while the database is away: otherwise the gateway's answer would be lost.
      if (stopping?.aborted || performance.now() - begun > CLAIM_SECONDS * 1_000) throw error
      await sleep(GATEWAY_RECORD_MS)
    }
  }
}
