import { argon2Sync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tk } from '#contract/money.ts'
import { TrxId } from '#contract/trx-id.ts'
import { lock, move } from '../server/core/decisions/decisions.ts'
import { WALLET_ADDS } from '../server/core/decisions/money-declarations.ts'
import * as ledger from '../server/core/ledger/ledger.ts'
import { addPeople, type Ids, idsOf, people } from '../server/demo/people.ts'
import type { Db } from '../server/platform/db/connect.ts'
import { nextIds } from '../server/platform/db/next-ids.ts'
import type { Vault } from '../server/platform/vault/vault.ts'

export { people }

export const PASSWORD = 'a top-up every day'

export interface World {
  readonly admins: Ids<keyof typeof people>
  /** shila has 5,000 tk, tanvir 1,200 tk; rahim holds the cash of both. */
  readonly users: Ids<'shila' | 'tanvir'>
  /** starfall is 'Active for Id Code' and tracks its stock. ironvale needs account type, in-game password and security code. */
  readonly products: Ids<'starfall' | 'ironvale'>
  /** gems100 80 tk, gems500 390 tk, gemsCard 160 tk (sells vouchers, 2 ready), seasonPass 250 tk (ironvale). */
  readonly packages: Ids<'gems100' | 'gems500' | 'gemsCard' | 'seasonPass'>
  readonly methods: Ids<'mobipay'>
}

/** karim's packages; gems500 and gemsCard are out of scope. */
const KARIMS_PACKAGES = ['gems100', 'seasonPass'] as const
export const VOUCHER_CODES = ['GEMS-7F3K-A001', 'GEMS-7F3K-A002'] as const

const tk = (amount: number) => amount as Tk

const atOnce = <T>(db: Db, work: (own: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

/** Of PASSWORD, at the least cost that there is: thousands of sign-ins need not take the work that makes guessing slow. */
const hashCheaply = () => {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message: PASSWORD, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 })
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${hash}`
}

/** For tests and e2e, in a migrated database. Customers' money comes from approved wallet adds. */
export const seedSmallWorld = async (db: Db, vault: Vault): Promise<World> => {
  const password_hash = hashCheaply()
  return atOnce(db, async (own) => {
    const admins = await addPeople(own, password_hash)
    const { products, packages } = await addProducts(own)
    const methods = await idsOf(
      ['mobipay'],
      own.insertInto('payment_methods').values({ name: 'MobiPay', info: '01700000009' }).returning('id').execute(),
    )
    await own
      .insertInto('admin_packages')
      .values(KARIMS_PACKAGES.map((name) => ({ admin_id: admins.karim, topup_package_id: packages[name] })))
      .execute()
    await addVouchers(own, vault, packages.gemsCard)
    const users = await addCustomers(own)
    const world = { admins, users, products, packages, methods }
    await fundWallet(own, world, { userId: users.shila, amount: 5_000, trx_id: 'MP5000SHILA' })
    await fundWallet(own, world, { userId: users.tanvir, amount: 1_200, trx_id: 'MP1200TANVIR' })
    return world
  })
}

const addProducts = async (db: Db) => {
  const products = await idsOf(
    ['starfall', 'ironvale'],
    db
      .insertInto('topup_products')
      .values([
        { name: 'Starfall Arena', price: tk(100_000), track_stock: 1, isactivefortopup: 1 },
        { name: 'Ironvale Online', price: tk(0), track_stock: 0, isactivefortopup: 0 },
      ])
      .returning('id')
      .execute(),
  )
  const { starfall, ironvale } = products
  const packages = await idsOf(
    ['gems100', 'gems500', 'gemsCard', 'seasonPass'],
    db
      .insertInto('topup_packages')
      .values([
        { product_id: starfall, name: '100 Gems', price: tk(80), bprice: tk(72), serial: 1 },
        { product_id: starfall, name: '500 Gems', price: tk(390), bprice: tk(355.5), serial: 2 },
        { product_id: starfall, name: 'Gems Card', price: tk(160), bprice: tk(150), serial: 3, sells_vouchers: true },
        { product_id: ironvale, name: 'Season Pass', price: tk(250), bprice: tk(220), serial: 1 },
      ])
      .returning('id')
      .execute(),
  )
  return { products, packages }
}

/** The columns of codes for sale, as the server would add them. */
export const voucherRows = async (db: Db, vault: Vault, package_id: number, codes: readonly string[]) => {
  const ids = await nextIds(db, 'vouchers', codes.length)
  return codes.map((code, at) => ({
    id: ids[at] as number,
    package_id,
    code_sealed: vault.seal(code, `voucher.code ${ids[at] ?? 0}`),
    code_index: vault.index(code),
    code_last4: code.slice(-4),
  }))
}

const addVouchers = async (db: Db, vault: Vault, package_id: number) =>
  db
    .insertInto('vouchers')
    .values(await voucherRows(db, vault, package_id, VOUCHER_CODES))
    .execute()

const addCustomers = (db: Db) =>
  idsOf(
    ['shila', 'tanvir'],
    db
      .insertInto('users')
      .values([
        { username: 'shila', first_name: 'Shila', last_name: 'Akter', email: 'shila@example.com', phone: '01811000001' },
        { username: 'tanvir', first_name: 'Tanvir', last_name: 'Ahmed', email: 'tanvir@example.com', phone: '01811000002' },
      ])
      .returning('id')
      .execute(),
  )

interface WalletAdd {
  userId: number
  /** In tk. */
  amount: number
  methodId?: number
  number?: string
  trx_id?: string
}

export const askForWalletAdd = async (db: Db, add: WalletAdd): Promise<number> => {
  const { id } = await db
    .insertInto('wallet_adds')
    .values({
      user_id: add.userId,
      payment_method_id: add.methodId ?? null,
      amount: tk(add.amount),
      number: add.number ?? '01811000001',
      trx_id: TrxId.parse(add.trx_id) || null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Completes a pending wallet add, as an admin does. */
export const completeWalletAdd = (db: Db, id: number, adminId: number): Promise<void> =>
  atOnce(db, async (own) => {
    const decider = { db: own, admin: { id: adminId }, note: () => undefined }
    await move(decider, WALLET_ADDS, await lock(own, WALLET_ADDS, id), 'completed')
  })

/** Approved by rahim, so both wallets rise. */
export const fundWallet = (db: Db, world: Pick<World, 'admins' | 'methods'>, add: WalletAdd): Promise<number> =>
  atOnce(db, async (own) => {
    const { rahim } = world.admins
    const id = await askForWalletAdd(own, { methodId: world.methods.mobipay, ...add })
    await completeWalletAdd(own, id, rahim)
    return id
  })

interface Placing {
  userId: number
  packageId: number
  playerid?: string
  phone?: string
  /** For products that are not 'Active for Id Code'. */
  secrets?: { vault: Vault; accounttype: string; ingamepassword: string; securitycode: string }
}

export const placeOrder = (
  db: Db,
  { userId, packageId, playerid = '5550001234', phone = '', secrets }: Placing,
): Promise<number> =>
  atOnce(db, async (own) => {
    const item = await own
      .selectFrom('topup_packages as k')
      .innerJoin('topup_products as p', 'p.id', 'k.product_id')
      .select(['k.product_id', 'k.name', 'k.price', 'k.bprice', 'p.name as product_name', 'p.track_stock', 'p.buy_rate'])
      .where('k.id', '=', packageId)
      .executeTakeFirstOrThrow()
    const [newId = 0] = await nextIds(own, 'orders', 1)
    const credit_taken = item.track_stock === 1 ? item.bprice : tk(0)
    const { id } = await own
      .insertInto('orders')
      .values({
        id: newId,
        user_id: userId,
        product_id: item.product_id,
        package_id: packageId,
        product_name: item.product_name,
        name: item.name,
        amount: item.price,
        bprice: item.bprice,
        cost: sql<Tk>`round(${item.bprice}::numeric * ${item.buy_rate}::numeric, 2)`,
        credit_taken,
        playerid,
        phone,
        accounttype: secrets?.accounttype ?? '',
        ingamepassword_sealed: secrets ? secrets.vault.seal(secrets.ingamepassword, `order.ingamepassword ${newId}`) : null,
        securitycode_sealed: secrets ? secrets.vault.seal(secrets.securitycode, `order.securitycode ${newId}`) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await own
      .updateTable('topup_products')
      .set({ price: sql`price - ${credit_taken}`, moved_by: `order:${id}` })
      .where('id', '=', item.product_id)
      .execute()
    await ledger.post(own, {
      source: 'order',
      sourceId: id,
      kind: 'placed',
      amount: item.price,
      debit: { kind: 'user_wallet', userId },
      credit: { kind: 'orders_held' },
      adminId: null,
    })
    return id
  })
