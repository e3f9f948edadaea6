import { sealUpTo } from '../core/audit/seals.ts'
import { reopenWallet } from '../core/ledger/close-wallet.ts'
import { type Env, readEnv } from '../env.ts'
import { hashPassword, verifyPassword } from '../platform/auth/passwords.ts'
import { type Db, query } from '../platform/db/connect.ts'
import { registerPictures } from '../platform/uploads/register.ts'
import type { Vault } from '../platform/vault/vault.ts'
import { DAY_MS } from './clock.ts'
import { inventCustomers } from './customers.ts'
import { addPeople, people } from './people.ts'
import { createPainter } from './pictures.ts'
import { CUSTOMERS, HISTORY_DAYS, ORDERS, WALLET_ADDS } from './plan.ts'
import { randomFrom } from './random.ts'
import { simulateHistory } from './trade.ts'
import { inventVouchers } from './vouchers.ts'
import { grantPackages, insertRows, writeAudit, writeMoney, writeOrders, writeProductOrders } from './write.ts'
import { writeCampaigns } from './write-campaigns.ts'
import { drawCatalogue } from './write-catalogue.ts'
import { writePayments } from './write-payments.ts'

export { startSimulator } from './simulator.ts'

/** For all admins, unless ADMIN_PASSWORD sets another for rahim. */
export const DEMO_PASSWORD = 'topdeck-demo'
const DEMO_STORE_KEY = 'demo-store-key-of-topdeck'
const DEMO_DATA_DIR = './data/demo'
const DEFAULT_SEED = 2026
const STAFF_SINCE_DAYS = 430

/** Prevents two demos that start at once from seeding twice. */
const DEMO_LOCK = 7_040_003

const UNSET = readEnv({})

export const settingsOf = (env: Env): Env => ({
  ...env,
  HOST: '127.0.0.1',
  DATA_DIR: env.DATA_DIR === UNSET.DATA_DIR ? DEMO_DATA_DIR : env.DATA_DIR,
  ADMIN_EMAIL: env.ADMIN_EMAIL === UNSET.ADMIN_EMAIL ? people.rahim.email : env.ADMIN_EMAIL,
  ADMIN_PASSWORD: env.ADMIN_PASSWORD ?? DEMO_PASSWORD,
  STORE_KEY: env.STORE_KEY ?? DEMO_STORE_KEY,
  // A real store would act on the demo's webhooks.
  WEBHOOK_URL: undefined,
  WEBHOOK_SECRET: undefined,
})

type Settings = Pick<Env, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD' | 'STORE_KEY' | 'SEED' | 'DATABASE_URL'>

/** Seeds everything in one transaction on the first start, and resets rahim's sign-in on every start. Returns the lines to print.
 * Throws a message if the database holds a real shop. */
export const prepareDemo = async (
  db: Db,
  vault: Vault,
  dataDir: string,
  settings: Settings,
  now: number = Date.now(),
): Promise<string[]> => {
  if (!(await isDemo(db))) await seed(db, vault, dataDir, settings, now)
  await refreshSignIn(db, settings)
  return describe(settings)
}

const isDemo = async (db: Db): Promise<boolean> => {
  const rows = await query(db, `select from audit where subject = 'demo' limit 1`)
  return rows.length > 0
}

/** Throws a message if the database holds a real shop, or other tables of these names. */
export const refuseRealShop = async (db: Db, dataDir: string, { DATABASE_URL }: Pick<Env, 'DATABASE_URL'>): Promise<void> => {
  if ((await isThere(db, 'audit')) && (await isDemo(db))) return
  for (const table of ['admins', 'users', 'topup_products']) {
    if (!(await isThere(db, table)) || (await query(db, `select from ${table} limit 1`)).length === 0) continue
    const place = DATABASE_URL ? 'The database of DATABASE_URL' : dataDir
    const another = DATABASE_URL ? 'another database, or none' : 'another folder with DATA_DIR'
    throw new Error(
      `${place} belongs to a real shop, and the demo leaves it alone. Start the shop with npm start, or give the demo ${another}.`,
    )
  }
}

const isThere = async (db: Db, table: string): Promise<boolean> => {
  const [found] = await query<{ is_there: boolean }>(db, 'select to_regclass($1) is not null as is_there', [table])
  return found?.is_there ?? false
}

const seed = async (db: Db, vault: Vault, dataDir: string, settings: Settings, now: number) => {
  const seedNumber = settings.SEED ?? DEFAULT_SEED
  const password_hash = await hashPassword(DEMO_PASSWORD)
  await db.transaction().execute(async (own) => {
    await query(own, 'select pg_advisory_xact_lock($1)', [DEMO_LOCK])
    if (await isDemo(own)) return
    await refuseRealShop(own, dataDir, settings)
    const painter = createPainter(seedNumber, dataDir)
    try {
      await writeWorld(own, vault, painter, { seed: seedNumber, now, password_hash })
      await painter.finish()
      await registerPictures(own)
    } catch (error) {
      await painter.undo()
      throw error
    }
  })
}

const writeWorld = async (
  db: Db,
  vault: Vault,
  painter: ReturnType<typeof createPainter>,
  { seed, now, password_hash }: { seed: number; now: number; password_hash: string },
) => {
  // The journals of the past name this row.
  await query(db, `select open_act('demo.seed', array['money'])`)
  await db
    .insertInto('audit')
    .values({
      actor: 'system',
      action: 'demo.seed',
      subject: 'demo',
      facts: JSON.stringify({ seed }),
      at: new Date(now - HISTORY_DAYS * DAY_MS).toISOString(),
    })
    .execute()
  // To try webhooks and messages on the same machine.
  await db.updateTable('settings').set({ internal_hosts: 'localhost, 127.0.0.1' }).execute()
  const admins = await addPeople(db, password_hash)
  await db
    .updateTable('admins')
    .set({ created_at: new Date(now - STAFF_SINCE_DAYS * DAY_MS).toISOString() })
    .execute()
  await leaveInactive(db)
  const customers = inventCustomers(randomFrom(seed, 'customers'), CUSTOMERS, now)
  const world = simulateHistory({ seed, now, customers, admins })
  const { physical_products, ...catalogue } = drawCatalogue(world, painter)
  for (const [table, rows] of Object.entries(catalogue)) await insertRows(db, table, rows)
  await grantPackages(db, world)
  await insertRows(db, 'users', customers)
  await insertRows(db, 'vouchers', inventVouchers(world, vault))
  await writeOrders(db, vault, world)
  await query(
    db,
    'insert into order_codes (order_id, voucher_id, position) select id, voucher_id, 1 from orders where voucher_id is not null',
  )
  await writeProductOrders(db, physical_products, world)
  await writeMoney(db, world)
  await writePayments(db, { now, admins, seed })
  await writeCampaigns(db, world)
  await writeAudit(db, world)
  // Unsealed old rows would look as if sealing were behind.
  await sealUpTo(db, vault, Number.MAX_SAFE_INTEGER)
  // Otherwise the first plans would be based on guesses.
  await query(db, 'analyze')
}

/** Rules 2.2: two modules stay inactive until a super admin activates them. */
const leaveInactive = (db: Db) =>
  db.updateTable('auth_modules').set({ status: 0 }).where('key', 'in', ['wallet_adds_view', 'wallet_adds_approve']).execute()

/** Keeps rahim's sessions if nothing has changed. */
const refreshSignIn = async (db: Db, { ADMIN_EMAIL: email, ADMIN_PASSWORD: password = DEMO_PASSWORD }: Settings) => {
  const rahim = await db
    .selectFrom('admins')
    .select(['id', 'password_hash'])
    .where('username', '=', people.rahim.username)
    // Prefers a living admin of this username to a deleted one.
    .orderBy('deleted_at', (order) => order.desc().nullsFirst())
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const isSame = await verifyPassword(password, rahim.password_hash)
  const password_hash = isSame ? rahim.password_hash : await hashPassword(password)
  await db.transaction().execute(async (own) => {
    const other = await own
      .selectFrom('admins')
      .select('username')
      .where(({ fn, eb }) => eb(fn('lower', ['email']), '=', email.toLowerCase()))
      .where('id', '<>', rahim.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (other) throw new Error(`ADMIN_EMAIL ${email} is the email of ${other.username} already.`)
    await own
      .updateTable('admins')
      .set({ email, password_hash, role: 'super', must_change_password: false, deleted_at: null })
      .where('id', '=', rahim.id)
      .execute()
    await reopenWallet(own, rahim.id)
    if (!isSame) await own.deleteFrom('sessions').where('admin_id', '=', rahim.id).execute()
  })
}

const describe = ({ ADMIN_EMAIL, ADMIN_PASSWORD, STORE_KEY }: Settings): string[] => {
  const password = ADMIN_PASSWORD === DEMO_PASSWORD ? DEMO_PASSWORD : 'the password from ADMIN_PASSWORD'
  const storeKey = STORE_KEY === DEMO_STORE_KEY ? [`Store API  Authorization: ${DEMO_STORE_KEY}`] : []
  const count = (n: number) => n.toLocaleString('en')
  return [
    `Demo shop: ${count(CUSTOMERS)} customers, ${count(ORDERS)} orders and ${count(WALLET_ADDS)} wallet adds, all invented. Sign in as`,
    `  rahim (super admin)             ${ADMIN_EMAIL}  ${password}`,
    `  karim (orders of some packages) ${people.karim.email}  ${DEMO_PASSWORD}`,
    `  nadia (nothing granted)         ${people.nadia.email}  ${DEMO_PASSWORD}`,
    ...storeKey,
  ]
}
