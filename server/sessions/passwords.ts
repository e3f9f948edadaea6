import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { TooMany } from '../errors.ts'

const hash = promisify(argon2)

/** OWASP's recommendation for argon2id: 19 MiB, 2 passes, 1 lane. */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const NONCE_BYTES = 16
const TAG_BYTES = 32
/** Hashes computed at once, each for another caller: each takes a core and 19 MiB. */
const AT_ONCE = 2

/** So many wait at most, of one caller and in all; a flood would fill the memory, and nobody waits so long. */
const WAITING_PER_CALLER = 50
const WAITING = 200

const served = new Set<string>()
/** By caller, who has waited longest first. */
const queue = new Map<string, (() => void)[]>()
let waiting = 0

const serveNext = () => {
  for (const [from, turns] of queue) {
    if (served.size >= AT_ONCE) return
    if (served.has(from)) continue
    const start = turns.shift()
    // Behind the others, or out.
    queue.delete(from)
    if (turns.length > 0) queue.set(from, turns)
    if (!start) continue
    waiting -= 1
    served.add(from)
    start()
  }
}

/** Throws TooMany where too many wait already, of this caller or in all. */
export const refuseCrowd = (from: string): void => {
  if (waiting < WAITING && (queue.get(from)?.length ?? 0) < WAITING_PER_CALLER) return
  throw new TooMany('Too many are signing in at this moment. Try again in a minute.')
}

/** One at a time for each caller, so that whoever floods the sign-in waits for himself and nobody waits for him. */
const inTurn = async <T>(from: string, work: () => Promise<T>): Promise<T> => {
  await new Promise<void>((start) => {
    const turns = queue.get(from)
    if (turns) turns.push(start)
    else queue.set(from, [start])
    waiting += 1
    serveNext()
  })
  try {
    return await work()
  } finally {
    served.delete(from)
    serveNext()
  }
}

const derive = (from: string, password: string, nonce: Buffer, memory: number, passes: number, parallelism: number) =>
  inTurn(from, () =>
    hash('argon2id', { message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength: TAG_BYTES }),
  )

/** A password's argon2id hash in the PHC string format. Of one caller one after the other. */
export const hashPassword = async (password: string, from = 'new passwords'): Promise<string> => {
  const nonce = randomBytes(NONCE_BYTES)
  const tag = await derive(from, password, nonce, MEMORY_KIB, PASSES, LANES)
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${text(nonce)}$${text(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** A hash that no password has, for the same work where the account does not exist. */
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * Whether the password belongs to the hash; takes the same work for `null` (no such account), which never fits. Callers of one address
 * are served one after the other.
 */
export const verifyPassword = async (password: string, stored: string | null, address = 'here'): Promise<boolean> => {
  const [, memory, passes, lanes, nonce = '', tag = ''] = PHC.exec(stored ?? NOBODY) ?? []
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive(address, password, Buffer.from(nonce, 'base64'), Number(memory), Number(passes), Number(lanes))
  return stored !== null && expected.length === actual.length && timingSafeEqual(expected, actual)
}
