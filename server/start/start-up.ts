import { randomBytes } from 'node:crypto'
import { modules } from '#contract/access.ts'
import { ADMIN_PASSWORD_MIN } from '#contract/limits.ts'
import { vouchers } from '#contract/vouchers.ts'
import type { Env } from '../env.ts'
import { hashPassword } from '../platform/auth/passwords.ts'
import { refuseGuessable } from '../platform/auth/refused-passwords.ts'
import { MODULE_KEYS } from '../platform/context.ts'
import { type Db, query } from '../platform/db/connect.ts'
import { Invalid } from '../platform/errors.ts'
import { writeOwnerAudit, writeSystemAudit } from '../platform/http/audit.ts'
import { LOST, type Outcome } from '../platform/vault/codes.ts'
import { openShopVault } from '../platform/vault/shop-key.ts'
import type { Vault } from '../platform/vault/vault.ts'
import { writeActions } from './actions.ts'

const GENERATED_PASSWORD_BYTES = 12

/** Prevents two servers that start at once from seeding twice. */
const START_LOCK = 7_040_002

/** Writes auth modules (active in a new database only), actions and the first super admin, as the owner. Returns the lines to print. */
export const prepareDatabase = async (db: Db, admin: { email: string; password: string | undefined }): Promise<string[]> => {
  return db.transaction().execute(async (own) => {
    await own.selectNoFrom(({ fn, val }) => fn('pg_advisory_xact_lock', [val(START_LOCK)]).as('locked')).execute()
    await writeModules(own)
    await writeActions(own)
    const present = await own
      .selectFrom('admins')
      .select('id')
      .where('role', '=', 'super')
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (present) return []
    const password = admin.password ?? randomBytes(GENERATED_PASSWORD_BYTES).toString('base64url')
    const password_hash = await hashPassword(password)
    const owner = { first_name: 'Shop', last_name: 'Owner', username: 'owner', email: admin.email }
    await own
      .insertInto('admins')
      .values({ ...owner, password_hash, role: 'super', must_change_password: admin.password === undefined })
      .execute()
    return describe(admin, password, admin.password !== undefined && (await isGuessable(password, owner)))
  })
}

const isGuessable = (password: string, owner: Parameters<typeof refuseGuessable>[2]): Promise<boolean> =>
  refuseGuessable(password, 'password', owner).then(
    () => false,
    (error: unknown) => {
      if (error instanceof Invalid) return true
      throw error
    },
  )

const describe = (
  { email, password: given }: { email: string; password: string | undefined },
  password: string,
  isGuessable: boolean,
): string[] => {
  if (given === undefined) return [`First super admin: ${email}`, `Password (shown this once): ${password}`]
  return [
    `First super admin: ${email}, with the password from ADMIN_PASSWORD`,
    ...(given.length < ADMIN_PASSWORD_MIN
      ? [`ADMIN_PASSWORD is short: change it to at least ${ADMIN_PASSWORD_MIN} characters.`]
      : []),
    ...(isGuessable ? ['ADMIN_PASSWORD is among the first that anybody would guess: change it after signing in.'] : []),
  ]
}

/** Adds the auth modules that are missing: active in a new database, inactive after an upgrade. */
export const writeModules = async (db: Db) => {
  const known = new Set((await db.selectFrom('auth_modules').select('key').execute()).map((row) => row.key))
  const isNew = known.size === 0
  const missing = MODULE_KEYS.filter((key) => !known.has(key))
  if (missing.length === 0) return
  await db
    .insertInto('auth_modules')
    .values(
      missing.map((key) => ({
        key,
        slug: key,
        name: modules[key].name,
        description: modules[key].description,
        auth_url: modules[key].screen,
        status: isNew ? 1 : 0,
      })),
    )
    .execute()
}

/** Audits hidden and restored codes, and the key that replaced a lost one, in the transaction that moved them. Returns the lines to print. */
export const recordMoved = async (own: Db, { moved, left }: Outcome, newKey: string | undefined): Promise<string[]> => {
  if (newKey !== undefined)
    await writeOwnerAudit((text, values) => query(own, text, values), 'keys.replaceLost', { file: newKey })
  const codes = [0, 0]
  for (const { package_id, status, ids } of moved) {
    codes[status] = (codes[status] ?? 0) + ids.length
    // One edit per code, because a code's history is read from these rows.
    const facts = {
      status,
      package_id,
      before: { status: 1 - status, package_id },
      reason: status === 0 ? LOST : 'master key found',
    }
    const notes = { ...facts, codes: ids.length, each: { ids, facts } }
    await writeSystemAudit(own, 'vouchers.update', vouchers.update, {}, notes)
  }
  const [hidden = 0, shown = 0] = codes
  const lines: string[] = []
  const tell = (n: number, line: (count: string) => string) => n > 0 && lines.push(line(n.toLocaleString('en')))
  tell(hidden, (n) => `Hid ${n} voucher codes that were for sale: nobody can read them any more.`)
  tell(left, (n) => `Left ${n} voucher codes hidden that open again: others do not, and may be the same ones.`)
  tell(shown, (n) => `Put ${n} voucher codes back on sale: they open again.`)
  return lines
}

/** Opens the vault with the key of the environment or the data folder, and prints what a changed key has moved. */
export const openVaultAtStart = async (db: Db, dataDir: string, env: Env): Promise<Vault> => {
  const lines: string[] = []
  const place = { dataDir, given: env.MASTER_KEY, isLost: env.MASTER_KEY_LOST === 'yes' }
  const vault = await openShopVault(db, place, async (own, outcome, newKey) => {
    lines.push(...(await recordMoved(own, outcome, newKey)))
  })
  if (place.isLost)
    lines.push('Take MASTER_KEY_LOST away before the next start: with it, any key would be taken for the new one.')
  for (const line of lines) console.log(line)
  return vault
}
