import { WEBHOOK_ATTEMPTS, WEBHOOK_TIMEOUT_MS } from '#contract/limits.ts'
import type { Tk } from '#contract/money.ts'
import { TEST_EVENT, WEBHOOK_HEADERS, type WebhookMessage, webhookPauseSeconds } from '#contract/webhooks.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { nextIds } from '../../platform/db/next-ids.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { describeFailure, requestOutside, type SignedAddress } from '../../platform/outgoing/request.ts'
import { signMessage } from '../../platform/vault/sign.ts'

const AT_ONCE = 16
const PAUSE_MS = 500
/** Longer than a delivery, so that no other server sends the same webhook. */
const CLAIM_SECONDS = 60

const NOTHING = 0 as Tk

interface Message {
  id: number
  event: WebhookMessage['event']
  payload: WebhookMessage['data']
  attempts: number
  created_at: WebhookMessage['at']
}

/** From the shop's first address on, events wait for delivery. A server without an address changes nothing: others may have one. */
export const startWebhooks = async (db: Db): Promise<void> => {
  await query(db, 'update books set webhooks_since = now() where webhooks_since is null')
}

/** Delivers signed webhooks at least once, with backoff, in order per record. The event's id lets the store deduplicate. */
export const deliverWebhooks = (readAddress: (db: Db) => Promise<SignedAddress | undefined>, everyMs = PAUSE_MS): Job => ({
  name: 'tell the store',
  everyMs,
  run: async (db, stopping) => {
    // A full batch means more is waiting. The address can change in between.
    for (let hasMore = true; hasMore && !stopping?.aborted; ) {
      const address = await readAddress(db)
      hasMore = address !== undefined && (await deliverDue(db, address)) === AT_ONCE
    }
  },
})

export const deliverDue = async (db: Db, address: SignedAddress): Promise<number> => {
  const claim = 'select id, event, payload, attempts, created_at from claim_webhooks($1, $2)'
  const claimed = await query<Message>(db, claim, [AT_ONCE, CLAIM_SECONDS])
  await Promise.all(
    claimed.map(async (message) => {
      const problem = await send(address, message)
      if (problem === undefined) await recordDelivery(db, message)
      else await recordFailure(db, message, problem)
    }),
  )
  return claimed.length
}

/** Answers what went wrong. Without redirects: what is sent is for this address. */
export const send = (
  { url, secret, internalHosts }: SignedAddress,
  { id, event, created_at: at, payload: data }: Omit<Message, 'attempts'>,
): Promise<string | undefined> => {
  const body = JSON.stringify({ id, event, at, data } satisfies WebhookMessage)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const headers = {
    'content-type': 'application/json',
    [WEBHOOK_HEADERS.id]: String(id),
    [WEBHOOK_HEADERS.timestamp]: timestamp,
    [WEBHOOK_HEADERS.signature]: signMessage(secret, timestamp, body),
  }
  const signal = AbortSignal.timeout(WEBHOOK_TIMEOUT_MS)
  return new Promise<number>((resolve, reject) => {
    const sent = requestOutside(new URL(url), { method: 'POST', headers, signal }, internalHosts)
    sent.on('error', reject)
    sent.on('response', (reply) => {
      resolve(reply.statusCode ?? 0)
      reply.on('error', () => {}).resume()
    })
    sent.end(body)
  }).then((status) => (status >= 200 && status < 300 ? undefined : `status ${status}`), describeFailure)
}

const recordDelivery = (db: Db, { id }: Message) =>
  query(
    db,
    `update webhooks set state = 'delivered', delivered_at = now(), last_error = '', claimed_until = null where id = $1`,
    [id],
  )

/** Only if no other attempt or delivery has happened since. */
const recordFailure = (db: Db, { id, attempts }: Message, problem: string) =>
  query(
    db,
    `update webhooks set last_error = $2, claimed_until = null, next_attempt_at = now() + make_interval(secs => $3),
       state = case when attempts >= $4 then 'failed' else 'waiting' end
     where id = $1 and state = 'waiting' and attempts = $5`,
    [id, problem, webhookPauseSeconds(attempts), WEBHOOK_ATTEMPTS, attempts],
  )

/** A message with a new id and without a row. */
export const makeTestMessage = async (db: Db): Promise<Omit<Message, 'attempts'>> => {
  const [id = 0] = await nextIds(db, 'webhooks', 1)
  const payload = { id: 0, user_id: 0, amount: NOTHING, status: 'completed' } as const
  return { id, event: TEST_EVENT, created_at: new Date().toISOString(), payload }
}
