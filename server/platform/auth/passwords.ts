import crypto, { type Argon2Algorithm, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { TooMany } from '../errors.ts'

const hash = promisify<Argon2Algorithm, Argon2Parameters, Buffer>((...given) => crypto.argon2(...given))

/** OWASP's recommendation for argon2id: 19 MiB, 2 passes, 1 lane. */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const NONCE_BYTES = 16
const TAG_BYTES = 32
/** Concurrent hashes, each for another caller. Each takes a core and 19 MiB. */
const AT_ONCE = 2

/** Queue limits per caller and for all networks together. A flood would fill the memory. */
const WAITING_PER_CALLER = 50
const WAITING_STRANGERS = 200

const MINUTE_MS = 60_000

/** Unknown callers queue by network. Known ones take no place from them. */
export type HashedFor = `network ${string}` | `admin ${number}` | 'the store' | 'the server'

const served = new Set<HashedFor>()
const queue = new Map<HashedFor, (() => void)[]>()

const serveNext = () => {
  for (const [from, turns] of queue) {
    if (served.size >= AT_ONCE) return
    if (served.has(from)) continue
    const start = turns.shift()
    queue.delete(from)
    if (turns.length > 0) queue.set(from, turns)
    if (!start) continue
    served.add(from)
    start()
  }
}

/** Throws TooMany if this caller's queue is full. A network may use only the places still free, so that floods leave room. */
export const limitHashing = (from: HashedFor): void => {
  const waiting = queue.get(from)?.length ?? 0
  if (waiting < WAITING_PER_CALLER && (!isStranger(from) || waiting < placesFree())) return
  const retryAt = new Date(Date.now() + MINUTE_MS)
  if (from.startsWith('admin ')) {
    throw new TooMany('too_many_password_changes', retryAt)
  }
  throw new TooMany('too_many_sign_ins', retryAt)
}

const isStranger = (from: HashedFor): boolean => from.startsWith('network ')

const placesFree = (): number =>
  [...queue].reduce((free, [from, turns]) => (isStranger(from) ? free - turns.length : free), WAITING_STRANGERS)

/** One hash at a time per caller, so that a flood delays only its sender. */
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

export const hashPassword = async (password: string, from: HashedFor = 'the server'): Promise<string> => {
  limitHashing(from)
  const nonce = randomBytes(NONCE_BYTES)
  const tag = await derive(from, password, nonce, MEMORY_KIB, PASSES, LANES)
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${text(nonce)}$${text(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Matches no password; costs the same work for unknown accounts. */
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** `null` (no such account) never matches but takes the same time. Call `limitHashing` before writing anything. */
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
