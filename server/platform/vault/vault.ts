import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeKey } from '#contract/text.ts'
import { makeFolder } from '../db/files.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const VERSION = 1

/** Column and row's id. Both are part of the encryption: a value that was copied to another row does not open there. */
export type Place =
  | `voucher.code ${number}`
  | `voucher.pin ${number}`
  | `voucher.serial ${number}`
  | `order.ingamepassword ${number}`
  | `order.securitycode ${number}`
  | 'settings.sms_key'
  | 'settings.webhook_secret'
  | `totp_secret.secret ${number}`
  | `staff_channel.secret ${number}`
  | `staff_receiver.url ${number}`

/** AES-256-GCM, bound to a place, plus keyed hashes to look up whole secrets. */
export interface Vault {
  seal(secret: string, place: Place): Buffer
  /** Throws if the value was altered or belongs to another place. */
  open(sealed: Buffer, place: Place): string
  /** Undefined if it does not open, as after a lost key. */
  openIfOurs(sealed: Buffer, place: Place): string | undefined
  /** HMAC-SHA-256 of a code's letters and digits, for uniqueness and lookups. */
  index(code: string): Buffer
  digest(text: string): Buffer
}

const derive = (master: Buffer, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `topdeck ${purpose}`, KEY_BYTES)))

export const openVault = (master: Buffer): Vault => {
  const sealing = derive(master, 'seal')
  const indexing = derive(master, 'index')
  const digesting = derive(master, 'digest')
  const open = (sealed: Buffer, place: Place): string => {
    const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
    const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
    const decipher = createDecipheriv(ALGORITHM, sealing, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place))
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  }
  return {
    seal: (secret, place) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, sealing, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body])
    },
    open,
    openIfOurs: (sealed, place) => {
      try {
        return open(sealed, place)
      } catch {
        return undefined
      }
    },
    digest: (text) => createHmac('sha256', digesting).update(text).digest(),
    index: (code) => createHmac('sha256', indexing).update(codeKey(code)).digest(),
  }
}

/** What shows the database that a server of the shop begins an act. */
export const actKey = (vault: Vault): Buffer => vault.digest('act')

export const keyPrint = (vault: Vault): string => vault.digest('backup key').toString('hex')

export const makeKey = (file: string): Buffer => {
  const key = randomBytes(KEY_BYTES)
  storeKey(file, key)
  return key
}

export const findMasterKey = (dataDir: string, given?: string): Buffer | undefined =>
  given ? Buffer.from(given, 'hex') : readKey(keyFile(dataDir))

/** Undefined without the file. Throws a message if it holds something else, or if others can read it. */
export const readKey = (file: string): Buffer | undefined => {
  if (!existsSync(file)) return undefined
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new Error(`${file} can be read by other accounts of this machine: chmod 600 ${file}, then start again.`)
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (key.length !== KEY_BYTES) throw new Error(`${file} does not hold 64 hexadecimal digits. ${IF_DAMAGED}`)
  return key
}

const IF_DAMAGED =
  'Bring back a whole copy of it; only if there is none, move this file away and start the server once with MASTER_KEY_LOST=yes.'

/** Never overwrites a key, and has it on disk, so that nothing is encrypted under one that a crash could lose. */
export const storeKey = (file: string, key: Buffer): void => {
  makeFolder(dirname(file))
  try {
    writeFileSync(file, key.toString('hex'), { flag: 'wx', flush: true, mode: 0o600 })
  } catch (error) {
    // A truncated key, for example on a full disk, would fail every start.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(file, { force: true })
    throw error
  }
}

export const keyFile = (dataDir: string): string => join(dataDir, 'master.key')
/** The next one, until everything is sealed under it. */
export const nextKeyFile = (dataDir: string): string => `${keyFile(dataDir)}.new`
