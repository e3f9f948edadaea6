import crypto, { type Argon2Algorithm, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { TooMany } from '../errors.ts'

// Looked up at each call, so that a test can count the work.
const hash = promisify<Argon2Algorithm, Argon2Parameters, Buffer>((...given) => crypto.argon2(...given))

/** OWASP's recommendation for argon2id: 19 MiB, 2 passes, 1 lane. */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const NONCE_BYTES = 16
const TAG_BYTES = 32
/** Hashes computed at once, each for another caller: each takes a core and 19 MiB. */
const AT_ONCE = 2

/** So many wait at most, of one caller and of all networks; a flood would fill the memory, and nobody waits so long. */
const WAITING_PER_CALLER = 50
const WAITING_STRANGERS = 200

const MINUTE_MS = 60_000

/** For whom a hash is computed: a stranger, by his network, or somebody known, whose waiting takes no stranger's place. */
export type HashedFor = `network ${string}` | `admin ${number}` | 'the store' | 'the server'

const served = new Set<HashedFor>()
/** By caller, who has waited longest first. */
const queue = new Map<HashedFor, (() => void)[]>()

const serveNext = () => {
  for (const [from, turns] of queue) {
    if (served.size >= AT_ONCE) return
    if (served.has(from)) continue
    const start = turns.shift()
    // Behind the others, or out.
    queue.delete(from)
    if (turns.length > 0) queue.set(from, turns)
    if (!start) continue
    served.add(from)
    start()
  }
}

/**
 * Throws TooMany where too many of this caller wait already. A network may have as many waiting as are still free for all of them, so
 * that a few that flood leave places to whoever comes then.
 */
export const refuseCrowd = (from: HashedFor): void => {
  const waiting = queue.get(from)?.length ?? 0
  if (waiting < WAITING_PER_CALLER && (!isStranger(from) || waiting < placesFree())) return
  const retryAt = new Date(Date.now() + MINUTE_MS)
  if (from.startsWith('admin ')) {
    throw new TooMany('You are setting too many passwords at this moment. Try again in a minute.', retryAt)
  }
  throw new TooMany('Too many are signing in at this moment. Try again in a minute.', retryAt)
}

const isStranger = (from: HashedFor): boolean => from.startsWith('network ')

const placesFree = (): number =>
  [...queue].reduce((free, [from, turns]) => (isStranger(from) ? free - turns.length : free), WAITING_STRANGERS)

/** One at a time for each caller, so that whoever floods the sign-in waits for himself and nobody waits for him. */
const inTurn = async <T>(from: HashedFor, work: () => Promise<T>): Promise<T> => {
  await new Promise<void>((start) => {
    const turns = queue.get(from)
    if (turns) turns.push(start)
    else queue.set(from, [start])
    serveNext()
  })
  try {
    return await work()
  } finally {
    served.delete(from)
    serveNext()
  }
}

const derive = (from: HashedFor, password: string, nonce: Buffer, memory: number, passes: number, parallelism: number) =>
  inTurn(from, () =>
    hash('argon2id', { message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength: TAG_BYTES }),
  )

/** A password's argon2id hash in the PHC string format. Of one caller one after the other; throws TooMany where too many wait. */
export const hashPassword = async (password: string, from: HashedFor = 'the server'): Promise<string> => {
  refuseCrowd(from)
  const nonce = randomBytes(NONCE_BYTES)
  const tag = await derive(from, password, nonce, MEMORY_KIB, PASSES, LANES)
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${text(nonce)}$${text(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** A hash that no password has, for the same work where the account does not exist. */
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * Whether the password belongs to the hash; takes the same work for `null` (no such account), which never fits. Of one caller one
 * after the other; whether too many wait is asked before anything is written of a call (`refuseCrowd`).
 */
export const verifyPassword = async (
  password: string,
  stored: string | null,
  from: HashedFor = 'the server',
): Promise<boolean> => {
  const [, memory, passes, lanes, nonce = '', tag = ''] = PHC.exec(stored ?? NOBODY) ?? []
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive(from, password, Buffer.from(nonce, 'base64'), Number(memory), Number(passes), Number(lanes))
  return stored !== null && expected.length === actual.length && timingSafeEqual(expected, actual)
}
