import { hash, randomBytes } from 'node:crypto'
import {
  CONFIRM_MINUTES,
  MAX_SESSIONS,
  SESSION_HOURS,
  SESSION_MAX_HOURS,
  SESSION_REMEMBERED_DAYS,
  SESSION_REMEMBERED_MAX_DAYS,
} from '#contract/limits.ts'
import { rolesThatMay } from '#contract/roles.ts'
import type { Admin } from '../context.ts'
import { type Db, query } from '../db/connect.ts'
import { WRITTEN_LSN } from '../db/standby.ts'
import { seeFailures } from './failed-sign-ins.ts'

const TOKEN_BYTES = 32
const TOUCH_EVERY_S = 60

const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

const LIFE = `case when remembered then interval '${SESSION_REMEMBERED_DAYS} days' else interval '${SESSION_HOURS} hours' end`
const LONGEST = `
  case when remembered then interval '${SESSION_REMEMBERED_MAX_DAYS} days' else interval '${SESSION_MAX_HOURS} hours' end`

const signedIn = (more = '') => `
  select ${more} a.id, s.id as session_id, a.first_name, a.last_name, a.username, a.email, a.role, a.must_change_password,
    a.must_change_password and (a.password_is_one_time or rule.own_password_required = 1) as is_own_password_due,
    (rule.second_factor = 'all' or rule.second_factor = 'super' and a.role = any('{${rolesThatMay('run_the_shop')}}')) and not has_second_factor(a.id)
      as must_add_second_factor,
    rule.confirm_again = 0 or s.confirmed_at > now() - interval '${CONFIRM_MINUTES} minutes' as is_confirmed,
    array(
      select m.key
      from admin_modules g
      join auth_modules m on m.id = g.auth_module_id and m.status = 1
      where g.admin_id = a.id
    ) as modules,
    case when a.role <> all('{${rolesThatMay('hold_all_modules')}}') then array(
      select topup_package_id from admin_packages where admin_id = a.id
      union
      select p.id
      from admin_products g
      join topup_packages p on p.product_id = g.topup_product_id
      where g.admin_id = a.id
    ) end as package_ids,
    s.last_used_at < now() - interval '${TOUCH_EVERY_S} seconds' as is_stale
  from sessions s
  join admins a on a.id = s.admin_id and a.deleted_at is null
  cross join settings rule`
// The longest life too: `expires_at` can be written without an act, `created_at` cannot.
const BY_TOKEN = `where s.token_hash = $1 and s.expires_at > now() and s.created_at + ${LONGEST} > now()`
const LOOK_UP = `${signedIn()} ${BY_TOKEN}`
const LOOK_UP_WITH_LSN = `${signedIn(`${WRITTEN_LSN} as lsn,`)} ${BY_TOKEN}`
/** After long work: the session may have expired in the meantime. */
const REREAD = `${signedIn()} where s.id = $1`

const TOUCH = `update sessions set last_used_at = now(), expires_at = least(now() + ${LIFE}, created_at + ${LONGEST})
  where id = $1 and expires_at > now()`

/** Longer values are not tokens. */
export const MAX_TOKEN_CHARACTERS = 200

export const bearerToken = (header: string | undefined): string | undefined => {
  const token = header?.replace(/^Bearer\s+/i, '').trim()
  return token && token.length <= MAX_TOKEN_CHARACTERS ? token : undefined
}

interface Found {
  readonly admin: Admin
  /** What a standby must have replayed to know everything that was confirmed before this call. */
  readonly lsn: string | undefined
}

/** Asks for the `lsn` only where a standby may serve the call. */
export const findAdmin = async (db: Db, token: string, { withLsn = false } = {}): Promise<Found | undefined> => {
  const text = withLsn ? LOOK_UP_WITH_LSN : LOOK_UP
  const [found] = await query<Admin & { is_stale: boolean; lsn?: string | null }>(db, text, [hashToken(token)])
  if (!found) return undefined
  const { is_stale, lsn, ...admin } = found
  // Expiry counts from the last use. Not awaited, so reads do not wait; if it fails, the next request writes it.
  if (is_stale) query(db, TOUCH, [admin.session_id]).catch(() => {})
  return { admin, lsn: lsn ?? undefined }
}

export const openSession = async (
  db: Db,
  adminId: number,
  remember: boolean,
  { address, userAgent = '' }: { readonly address: string; readonly userAgent?: string },
): Promise<string> => {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const failed = await seeFailures(db, adminId)
  await query(
    db,
    `insert into sessions (token_hash, admin_id, remembered, address, user_agent, failed_before, expires_at)
       select $1, $2, remembered, $4, $5, $6, now() + ${LIFE} from (select $3::boolean as remembered) as kind`,
    [hashToken(token), adminId, remember, address, userAgent, failed],
  )
  return token
}

/** Of sign-ins at the same moment each may keep its own: the next one ends what is too many. */
export const endOldestSessions = async (db: Db, adminId: number) => {
  const newest = 'select id from sessions where admin_id = $1 and expires_at > now() order by id desc limit $2'
  await query(db, `delete from sessions where admin_id = $1 and id not in (${newest})`, [adminId, MAX_SESSIONS])
}

export const rereadSession = async (db: Db, sessionId: number): Promise<Admin | undefined> => {
  const [found] = await query<Admin & { is_stale: boolean }>(db, REREAD, [sessionId])
  if (!found) return undefined
  const { is_stale: _, ...admin } = found
  return admin
}

export const confirmSession = (db: Db, sessionId: number) =>
  query(db, 'update sessions set confirmed_at = now() where id = $1', [sessionId])

export const closeSession = (db: Db, sessionId: number) => db.deleteFrom('sessions').where('id', '=', sessionId).execute()

export const closeSessions = (db: Db, adminId: number) => db.deleteFrom('sessions').where('admin_id', '=', adminId).execute()

export const closeOtherSessions = (db: Db, adminId: number, keepSessionId: number) =>
  db.deleteFrom('sessions').where('admin_id', '=', adminId).where('id', '<>', keepSessionId).execute()
