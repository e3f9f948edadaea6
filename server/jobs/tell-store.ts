import { WEBHOOK_ATTEMPTS, WEBHOOK_TIMEOUT_MS } from '#contract/limits.ts'
import { WEBHOOK_HEADERS, type WebhookMessage, webhookPauseSeconds } from '#contract/webhooks.ts'
import { type Db, query } from '../db/connect.ts'
import type { StoreAddress } from '../settings/read-settings.ts'
import { signMessage } from '../vault/sign.ts'
import type { Job } from './jobs.ts'

const AT_ONCE = 16
const PAUSE_MS = 500
/** A claim outlasts its delivery, so that no other server sends the same message meanwhile. */
const CLAIM_SECONDS = 60

interface Message {
  id: number
  event: WebhookMessage['event']
  payload: WebhookMessage['data']
  attempts: number
  created_at: WebhookMessage['at']
}

/** Decisions become messages, where the store is told, and counts. */
const fold = (db: Db) => query(db, 'select fold_money_counts()')

/** Keeps whether decisions are to be told from now on: without an address none are kept for it. */
export const keepTelling = async (db: Db, isTold: boolean): Promise<void> => {
  await fold(db)
  await query(db, 'update books set tells_store = $1 where tells_store <> $1', [isTold])
}

/**
 * Tells the store what was decided: signed, tried again with growing pauses, in order per record, at least once (the event's id
 * tells a repeat).
 */
export const tellStore = (readAddress: (db: Db) => Promise<StoreAddress | undefined>, everyMs = PAUSE_MS): Job => ({
  name: 'tell the store',
  everyMs,
  run: async (db, stopping) => {
    // A full hand means that more is waiting. The address may be another by then.
    for (let isMore = true; isMore && !stopping?.aborted; ) {
      const address = await readAddress(db)
      isMore = address !== undefined && (await deliverDue(db, address)) === AT_ONCE
    }
  },
})

/** Delivers what is due, several at once; answers how many were tried. */
export const deliverDue = async (db: Db, address: StoreAddress): Promise<number> => {
  await fold(db)
  const claim = 'select id, event, payload, attempts, created_at from claim_webhooks($1, $2)'
  const claimed = await query<Message>(db, claim, [AT_ONCE, CLAIM_SECONDS])
  await Promise.all(
    claimed.map(async (message) => {
      const problem = await send(address, message)
      if (problem === undefined) await keepDelivered(db, message)
      else await keepFailure(db, message, problem)
    }),
  )
  return claimed.length
}

/** Sends one message; answers what went wrong, or undefined. */
const send = async (
  { url, secret }: StoreAddress,
  { id, event, created_at: at, payload: data }: Message,
): Promise<string | undefined> => {
  const body = JSON.stringify({ id, event, at, data } satisfies WebhookMessage)
  const timestamp = String(Math.floor(Date.now() / 1000))
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [WEBHOOK_HEADERS.id]: String(id),
        [WEBHOOK_HEADERS.timestamp]: timestamp,
        [WEBHOOK_HEADERS.signature]: signMessage(secret, timestamp, body),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    })
    await reply.body?.cancel()
    return reply.ok ? undefined : `answered ${reply.status}`
  } catch (error) {
    return wordsFor(error)
  }
}

/** A code, or the kind of failure: the message of an error could repeat the address with what is secret in it. */
const wordsFor = (error: unknown): string => {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  return name === 'TimeoutError' ? 'no answer in time' : (cause?.code ?? 'could not be sent')
}

const keepDelivered = (db: Db, { id }: Message) =>
  query(
    db,
    `update webhooks set state = 'delivered', delivered_at = now(), last_error = '', claimed_until = null where id = $1`,
    [id],
  )

/** Of this attempt alone: what somebody else has delivered or tried again since stays as it is. */
const keepFailure = (db: Db, { id, attempts }: Message, problem: string) =>
  query(
    db,
    `update webhooks set last_error = $2, claimed_until = null, next_attempt_at = now() + make_interval(secs => $3),
       state = case when attempts >= $4 then 'failed' else 'waiting' end
     where id = $1 and state = 'waiting' and attempts = $5`,
    [id, problem, webhookPauseSeconds(attempts), WEBHOOK_ATTEMPTS, attempts],
  )
