import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { codeKey } from '#contract/voucher-lines.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const VERSION = 1

/** Where secrets are kept. A place is sealed in with its secrets, so its name never changes. */
export type Place =
  | 'voucher.code'
  | 'order.ingamepassword'
  | 'order.securitycode'
  | 'settings.sms_key'
  | 'settings.webhook_secret'

/** Secrets at rest: AES-256-GCM, each bound to what it belongs to, and a keyed hash by which a whole secret can be found. */
export interface Vault {
  /** Encrypts for a place, so that a value moved elsewhere does not open. */
  seal(secret: string, place: Place): Buffer
  /** Decrypts. Throws when the bytes were altered or belong to another place. */
  open(sealed: Buffer, place: Place): string
  /** The same, but undefined where it does not open, as what was sealed under a key that is lost. */
  openIfOurs(sealed: Buffer, place: Place): string | undefined
  /** Keyed hash (HMAC-SHA-256) of a code's letters and digits, for uniqueness and whole-code search. */
  index(code: string): Buffer
  /** Keyed hash of a text as it is, for telling two texts apart without keeping either. */
  digest(text: string): Buffer
}

const derive = (master: Buffer, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `topdeck ${purpose}`, KEY_BYTES)))

/** A vault on a master key of 32 bytes. */
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

/** By what a key is known without being shown. */
export const keyPrint = (vault: Vault): string => vault.digest('backup key').toString('hex')

/** A new key, kept in a data folder that has none. */
export const makeMasterKey = (dataDir: string): Buffer => {
  const key = randomBytes(KEY_BYTES)
  keepMasterKey(dataDir, key)
  return key
}

/** The master key where there is one: MASTER_KEY, or the key file. */
export const findMasterKey = (dataDir: string, given?: string): Buffer | undefined => {
  if (given) return Buffer.from(given, 'hex')
  const file = keyFile(dataDir)
  if (!existsSync(file)) return undefined
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (key.length !== KEY_BYTES) throw new Error(`${file} does not hold 64 hexadecimal digits. ${IF_DAMAGED}`)
  return key
}

const IF_DAMAGED =
  'Bring back a whole copy of it; only if there is none, move this file away and start the server once with MASTER_KEY_LOST=yes.'

/** Writes a key into a data folder that has none. */
export const keepMasterKey = (dataDir: string, key: Buffer): void => {
  mkdirSync(dataDir, { recursive: true })
  const file = keyFile(dataDir)
  // 'wx' and fsync: never overwrite a key, and never encrypt under one that a crash could lose.
  const handle = openSync(file, 'wx', 0o600)
  try {
    writeSync(handle, key.toString('hex'))
    fsyncSync(handle)
  } catch (error) {
    // Half a key, on a disk that is full, would be refused at every start.
    rmSync(file)
    throw error
  } finally {
    closeSync(handle)
  }
}

/** Where the key is kept. */
export const keyFile = (dataDir: string): string => join(dataDir, 'master.key')
