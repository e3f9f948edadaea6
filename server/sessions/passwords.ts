import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const hash = promisify(argon2)

/** OWASP's recommendation for argon2id: 19 MiB, 2 passes, 1 lane. */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const NONCE_BYTES = 16
const TAG_BYTES = 32
/** Hashes computed at once: each takes a core and 19 MiB. */
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The place passes straight on to the next in the queue.
    if (next) next()
    else running--
  }
}

const derive = (password: string, nonce: Buffer, memory: number, passes: number, parallelism: number) =>
  inTurn(() =>
    hash('argon2id', { message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength: TAG_BYTES }),
  )

/** A password's argon2id hash in the PHC string format. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(NONCE_BYTES)
  const tag = await derive(password, nonce, MEMORY_KIB, PASSES, LANES)
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${text(nonce)}$${text(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** A hash that no password has, for the same work where the account does not exist. */
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Whether the password belongs to the hash; takes the same work for `null` (no such account), which never fits. */
export const verifyPassword = async (password: string, stored: string | null): Promise<boolean> => {
  const [, memory, passes, lanes, nonce = '', tag = ''] = PHC.exec(stored ?? NOBODY) ?? []
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive(password, Buffer.from(nonce, 'base64'), Number(memory), Number(passes), Number(lanes))
  return stored !== null && expected.length === actual.length && timingSafeEqual(expected, actual)
}
