import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { hostsOf } from '../db/hosts.ts'
import { disconnect } from '../db/pool.ts'
import { findPrimary } from '../db/primary.ts'
import { createRepeats } from '../jobs/repeats.ts'

const GATHER_MS = 100
const RECONNECT_MS = 500
/** A follower with too many unread changes is told to reload instead, to limit memory. */
const PACE = { askEveryMs: 20_000, answerWithinMs: 10_000, mostWaiting: 100 }
type Pace = typeof PACE
/** Where the primary can move, this connection is what notices it. */
const WATCHING = { askEveryMs: 2_000, answerWithinMs: 3_000 }
const GOODBYE_MS = 500
/** Heartbeat: an empty change keeps the line alive and makes the follower check its permissions. */
const BEAT_MS = 20_000
const NOTHING: Change = { orders: [], isMany: false, lists: [], isAccess: false }

export interface Change {
  /** Empty with `isMany`, when there are too many to list. */
  readonly orders: readonly number[]
  readonly isMany: boolean
  readonly lists: readonly string[]
  readonly isAccess: boolean
}

export interface Changes {
  follow(until: AbortSignal): AsyncIterable<Change>
  stop(): Promise<void>
}

type Listener = (change: Change | 'stop') => void

/** Uses a separate connection, called `name` in the database, and reopens it when lost; then followers are told that many rows may have changed. `onError` is
 * called once, then hourly. A silent connection is polled, because a cable failure does not close it. */
export const listenForChanges = async (
  url: string,
  onError: (error: Error) => void,
  { name, ...given }: Partial<Pace> & { name?: string | undefined } = {},
): Promise<Changes> => {
  const pace = { ...PACE, ...(hostsOf(url).length > 1 && WATCHING), ...given }
  const listeners = new Set<Listener>()
  const notify = (change: Change | 'stop') => {
    for (const listener of listeners) listener(change)
  }
  const gather = gatherer(notify)
  let isStopped = false
  // Assigned before it opens, so that a stop can end it while connecting.
  let client: pg.Client
  const open = async () => {
    const address = await findPrimary(url)
    client = clientFor(address, gather, pace, name)
    return startListening(client, pace)
  }
  await open()
  const reconnect = () => {
    client.once('end', async () => {
      const shouldLog = createRepeats()
      while (!isStopped) {
        try {
          await open()
          reconnect()
          gather({ ...NOTHING, isMany: true, isAccess: true })
          return
        } catch (error) {
          if (isStopped) return
          if (shouldLog(error)) onError(error as Error)
          await sleep(RECONNECT_MS, undefined, { ref: false })
        }
      }
    })
  }
  reconnect()
  return {
    follow: (until) => follow(listeners, until, pace),
    stop: async () => {
      isStopped = true
      notify('stop')
      await Promise.race([client.end().catch(() => {}), sleep(GOODBYE_MS, undefined, { ref: false })])
      disconnect(client)
    },
  }
}

const clientFor = (url: string, gather: (change: Change) => void, { answerWithinMs }: Pace, name?: string): pg.Client => {
  const client = new pg.Client({
    connectionString: url,
    ...(name !== undefined && { application_name: name }),
    keepAlive: true,
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
  })
  // Without a listener a lost connection would crash the process. The 'end' event reconnects.
  client.on('error', () => {})
  client.on('notification', ({ channel, payload = '' }) => {
    const named = payload === '' ? [] : payload.split(',')
    if (channel === 'topdeck_access') gather({ ...NOTHING, isAccess: true })
    else if (channel === 'topdeck_lists') gather({ ...NOTHING, lists: named })
    else gather({ ...NOTHING, orders: named.map(Number), isMany: payload === '' })
  })
  return client
}

const startListening = async (client: pg.Client, { askEveryMs }: typeof PACE): Promise<void> => {
  try {
    await client.connect()
    await client.query('listen topdeck_orders; listen topdeck_lists; listen topdeck_access')
  } catch (error) {
    disconnect(client)
    throw error
  }
  let pingTimer: NodeJS.Timeout
  const ping = () => {
    pingTimer = setTimeout(() => client.query('select 1').then(ping, () => disconnect(client)), askEveryMs).unref()
  }
  ping()
  client.once('end', () => clearTimeout(pingTimer))
}

const gatherer = (notify: Listener) => {
  let waiting: { orders: Set<number>; isMany: boolean; lists: Set<string>; isAccess: boolean } | undefined
  return (change: Change) => {
    if (!waiting) {
      waiting = { orders: new Set(), isMany: false, lists: new Set(), isAccess: false }
      setTimeout(() => {
        if (waiting) notify({ ...waiting, orders: [...waiting.orders], lists: [...waiting.lists] })
        waiting = undefined
      }, GATHER_MS)
    }
    for (const id of change.orders) waiting.orders.add(id)
    for (const list of change.lists) waiting.lists.add(list)
    waiting.isMany ||= change.isMany
    waiting.isAccess ||= change.isAccess
  }
}

async function* follow(listeners: Set<Listener>, until: AbortSignal, { mostWaiting }: typeof PACE): AsyncIterable<Change> {
  const queue: (Change | 'stop')[] = []
  let wake = () => {}
  const listener: Listener = (change) => {
    if (queue.length < mostWaiting) queue.push(change)
    else if (change !== 'stop') queue.splice(0, queue.length, { ...NOTHING, isMany: true, isAccess: true })
    else queue.splice(0, queue.length, change)
    wake()
  }
  const stop = () => listener('stop')
  until.addEventListener('abort', stop)
  listeners.add(listener)
  const beat = setInterval(() => listener(NOTHING), BEAT_MS)
  try {
    while (!until.aborted) {
      const next = queue.shift()
      if (next === 'stop') return
      if (next) yield next
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    clearInterval(beat)
    listeners.delete(listener)
    until.removeEventListener('abort', stop)
  }
}
