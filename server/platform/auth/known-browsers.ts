import { hash, randomBytes } from 'node:crypto'
import { KNOWN_BROWSER_DAYS } from '#contract/limits.ts'
import { type Db, query } from '../db/connect.ts'

const TOKEN_BYTES = 32
const COOKIE = /(?:^|;\s*)topdeck_browser=([A-Za-z0-9_-]{43})(?:;|$)/
const COOKIE_SECONDS = KNOWN_BROWSER_DAYS * 24 * 3_600

const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

export const browserToken = (cookies: string | undefined): string | undefined => COOKIE.exec(cookies ?? '')?.[1]

/** It opens nothing: it only separates the browser's failed attempts from those of strangers. */
export const browserCookie = (token: string, isSecure: boolean): string =>
  `topdeck_browser=${token}; Path=/api/admin/login; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`

/** A name for the browser if this admin has signed in with it. */
export const findBrowser = async (
  db: Db,
  token: string | undefined,
  adminId: number | undefined,
): Promise<string | undefined> => {
  if (!token) return undefined
  const token_hash = hashToken(token)
  const known = await query(db, 'select from known_browsers where token_hash = $1 and admin_id = $2', [token_hash, adminId ?? 0])
  return known.length > 0 ? `browser ${token_hash.toString('hex')}` : undefined
}

/** Keeps a token that we have issued, so that colleagues can share a browser; a planted one is replaced. Returns the token. */
export const rememberBrowser = async (db: Db, given: string | undefined, adminId: number): Promise<string> => {
  const isOurs =
    given !== undefined &&
    (await query(db, 'select from known_browsers where token_hash = $1 limit 1', [hashToken(given)])).length > 0
  const token = isOurs ? given : randomBytes(TOKEN_BYTES).toString('base64url')
  await query(
    db,
    `insert into known_browsers (token_hash, admin_id) values ($1, $2)
     on conflict (token_hash, admin_id) do update set last_used_at = now()`,
    [hashToken(token), adminId],
  )
  return token
}
