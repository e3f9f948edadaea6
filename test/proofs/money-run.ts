import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { MAX_TK } from '#contract/limits.ts'
import type { Tk } from '#contract/money.ts'
import { checkInvariants } from '../../server/core/ledger/invariants.ts'
import { MODULE_KEYS } from '../../server/platform/context.ts'
import { query } from '../../server/platform/db/connect.ts'
import { takesKey } from '../../server/platform/http/idempotency.ts'
import { addPhone, newTrxId, openWallet, setRule } from '../payments/shop.ts'
import { startApp, startSecondServer, type TestApp } from '../support/app.ts'
import { balanceOf, grant } from '../support/books.ts'
import { startFreezer } from '../support/freezer.ts'
import { addPhysicalProduct } from '../support/product-orders.ts'
import { type Random, randomFrom } from '../support/random.ts'
import { ENDPOINTS, type Names } from './money-calls.ts'
import { chooseCommand } from './money-choices.ts'
import { DELIVERIES, newCode } from './money-code-choices.ts'
import { lastIds, observe } from './money-look.ts'
import { apply, type Command } from './money-model.ts'
import { CODES, CREDIT, FUNDS, PACKAGES } from './money-orders.ts'
import { AUTOMATIC_EACH } from './money-payments.ts'
import { PIECE_PRICE, PIECES } from './money-products.ts'
import { Difference, type Doors, describe, hundredths, read, sendCommand, sendFrozen, sendTwice } from './money-replies.ts'
import { CODE_PACKAGES, POOLS, type State } from './money-state.ts'
import { tamper } from './money-tampering.ts'

const USERS = 2
/** Of all steps: two commands at once, and the last call again. */
const AT_ONCE = 0.2
const AGAIN = 0.06
/** Where a server can stand still. */
const FROZEN = 0.1
const FROZEN_STEPS = 25
const MEANWHILE_LOGGED = 'behind a frozen copy, and meanwhile'
/** Commands while it does. */
const MEANWHILE = 2

interface ModelOptions {
  sequences: number
  steps: number
  seed: number
  /** Checks every rule of the books after this many sequences. */
  checkEvery: number
  /** One server, if left out. */
  doors?: Doors
}

/** What a run found; `difference` says after which commands server and model disagree. */
interface ModelResult {
  sequences: number
  commands: number
  /** Copies that a frozen server got before, and carried out after, the other's. */
  late: number
  difference: string | undefined
}

/** Runs random sequences of money and order commands over HTTP against the model, until one differs. */
export const runMoneyModel = async (app: TestApp, options: ModelOptions): Promise<ModelResult> => {
  const { db, world } = app
  await grant(db, world.admins.nadia, MODULE_KEYS)
  const packages = await addPackages(app)
  for (const topup_package_id of Object.values(packages))
    await db.insertInto('admin_packages').values({ admin_id: world.admins.nadia, topup_package_id }).execute()
  await db.updateTable('settings').set({ wallet_changes_per_day: 0 }).execute()
  const { doors = { urls: [app.url] } } = options
  const tokens = { rahim: await app.signIn('rahim'), nadia: await app.signIn('nadia') }
  const messages = await openMessages(app, tokens.rahim)
  const result: ModelResult = { sequences: 0, commands: 0, late: 0, difference: undefined }
  for (let index = 0; index < options.sequences; index++) {
    const random = randomFrom(createHash('sha256').update(`${options.seed} ${index}`).digest().readUInt32LE())
    const productId = await addPhysicalProduct(db, { price: PIECE_PRICE / 100, quantity: PIECES })
    const users = await addUsers(app, index)
    const names = {
      ...messages,
      tokens,
      admins: world.admins,
      users,
      packages,
      topupProductId: world.products.starfall,
      productId,
      codeIds: new Map<string, number>(),
    }
    await clearStock(app, names)
    const log: string[] = []
    try {
      await runSequence(app, { doors, names, random, steps: options.steps, log })
      if ((index + 1) % options.checkEvery === 0) {
        const breaks = await checkInvariants(db)
        if (breaks.length > 0) throw new Difference(breaks.join('\n'))
      }
    } catch (error) {
      if (!(error instanceof Difference)) throw error
      result.difference = `sequence ${index} of SEED=${options.seed}: ${error.message}\n${log.join('\n')}`
      return result
    } finally {
      result.commands += log.length
      result.late += log.filter((line) => line.endsWith(MEANWHILE_LOGGED)).length
    }
    result.sequences++
  }
  return result
}

/** The same at two servers, of which one stands still now and then: as many sequences as have at least so many commands. Throws a
 * difference. */
export const runFrozen = async (seed: number, commands: number) => {
  const app = await startApp()
  const other = await startSecondServer(app)
  const freezer = await startFreezer(app.url)
  const doors = { urls: [other.url, app.url], freezer } as const
  try {
    const sequences = Math.ceil(commands / FROZEN_STEPS)
    const { difference, ...done } = await runMoneyModel(app, { sequences, steps: FROZEN_STEPS, seed, checkEvery: 50, doors })
    if (difference !== undefined) throw new Difference(difference)
    return done
  } finally {
    freezer.close()
    await other.close()
    await app.close()
  }
}

const addUsers = async ({ db }: TestApp, index: number) => {
  const rows = Array.from({ length: USERS }, (_, at) => ({
    username: `model${index}-${at}`,
    phone: `019${String(index * USERS + at).padStart(8, '0')}`,
  }))
  return (await db.insertInto('users').values(rows).returning('id').execute()).map((row) => row.id)
}

/** A payment method whose messages a phone forwards; the same payment is always the same message. */
const openMessages = async (app: TestApp, token: string) => {
  const methodId = app.world.methods.mobipay
  const ruled = await setRule(app, token, methodId, { each: AUTOMATIC_EACH / 100, daily: MAX_TK })
  if (ruled.status !== 200) throw new Error(JSON.stringify(ruled.body))
  const [wallet, phone] = [openWallet(methodId), await addPhone(app, token, [methodId])]
  await phone.send(wallet.pay(1, newTrxId()))
  const written = new Map<string, Map<number, string>>()
  const messageOf = (trxId: string, amount: number) => {
    const texts = written.get(trxId) ?? new Map<number, string>()
    written.set(trxId, texts)
    const text = texts.get(amount) ?? wallet.pay(amount / 100, trxId)
    // A message that contradicts another is of money that never came.
    if (texts.size > 0 && !texts.has(amount)) wallet.lose(amount / 100)
    texts.set(amount, text)
    return text
  }
  return { methodId, phoneKey: phone.key, messageOf }
}

/** Each sequence begins with little credit and no code of another. */
const clearStock = async ({ db }: TestApp, { topupProductId }: Names) => {
  await query(db, 'update topup_products set price = $1 where id = $2', [CREDIT / 100, topupProductId])
  await query(db, 'update vouchers set deleted_at = now() where status = 1 and deleted_at is null')
}

/** Beside the packages of the world: one with its own pool, and one with a recipe of other packages' codes. */
const addPackages = async ({ db, world }: TestApp): Promise<Names['packages']> => {
  const add = async (of: 'coin' | 'bundle') => {
    const { name, serial, price, bprice } = PACKAGES[of]
    const values = { name, serial, price: (price / 100) as Tk, bprice: (bprice / 100) as Tk, sells_vouchers: true }
    const insert = db.insertInto('topup_packages').values({ product_id: world.products.starfall, ...values })
    return (await insert.returning('id').executeTakeFirstOrThrow()).id
  }
  return { gems: world.packages.gems100, card: world.packages.gemsCard, coin: await add('coin'), bundle: await add('bundle') }
}

interface Sequence {
  readonly doors: Doors
  readonly names: Names
  readonly random: Random
  readonly steps: number
  readonly log: string[]
}

let keys = 0

const runSequence = async (app: TestApp, { doors, names, random, steps, log }: Sequence) => {
  let state = await firstState(app)
  const from = await lastIds(app)
  const see = () => observe(app, names, from)
  const step = async (...commands: Command[]) => {
    log.push(commands.map((command) => JSON.stringify(command)).join('  at once with  '))
    state = await follow(doors, names, state, commands, see)
  }
  for (let user = 0; user < USERS; user++) await step({ do: 'setWallet', user, wallet: FUNDS })
  for (const name of CODE_PACKAGES) await step({ do: 'setDelivery', package: name, ...DELIVERIES[name] })
  for (const pool of POOLS) await step({ do: 'addCodes', pool, texts: Array.from({ length: CODES }, newCode) })
  for (let at = 0; at < steps; at++) {
    const command = chooseCommand(random, state)
    if (random.chance(AT_ONCE)) {
      const other = random.chance(0.4) ? command : chooseCommand(random, state)
      await step(command, ...(mayMeet(command, other) ? [other] : []))
    } else await step(command)
    if (!takesKey(ENDPOINTS[command.do])) continue
    const key = `model-${process.pid}-${keys++}`
    if (random.chance(AGAIN)) {
      log.push(`${JSON.stringify(command)}  again with the key ${key}`)
      state = await sendTwice(doors, names, state, command, { see, key })
    }
    if (doors.freezer && random.chance(FROZEN)) {
      log.push(`${JSON.stringify(command)}  with the key ${key} late, ${MEANWHILE_LOGGED}`)
      const between = async (next: State) => {
        state = next
        for (let more = 0; more < MEANWHILE; more++) await step(chooseCommand(random, state))
        return state
      }
      state = await sendFrozen(doors, names, state, command, { see, key: `${key} late`, between })
    }
  }
  const passed = await tamper(app.db, state)
  if (passed.length > 0) throw new Difference(`the database let pass: ${passed.join(', ')}`)
  // Nothing pending is left to the next sequence, whose model does not know of it.
  await step({ do: 'cancelAll', upTo: Number.MAX_SAFE_INTEGER })
  await step({ do: 'cancelAllWithdrawals', upTo: Number.MAX_SAFE_INTEGER })
  for (const [id, { status }] of state.orders) {
    if (status === 'pending' || status === 'in_progress')
      await step({ do: 'setOrder', id, status: 'cancel', deliver: 0, by: 'rahim' })
  }
}

/** Of two messages that contradict each other the first is the true one. A code that is set to Used just when an order is delivered may leave
 * the order to an admin. Calls on many rows are many transactions, and 'take next' passes over an order that another call holds. */
const mayMeet = (one: Command, other: Command) =>
  !(one.do === 'useCode' && TAKES_CODES.has(other.do)) &&
  !(other.do === 'useCode' && TAKES_CODES.has(one.do)) &&
  !(one.do === 'pay' && other.do === 'pay' && one.amount !== other.amount) &&
  [one, other].every(
    ({ do: what }) => what !== 'approveMany' && what !== 'decideMany' && (what !== 'takeNext' || one.do === other.do),
  )

const TAKES_CODES = new Set<Command['do']>(['order', 'setOrder'])

const firstState = async ({ db, world }: TestApp): Promise<State> => ({
  cash: {
    rahim: hundredths(await balanceOf(db, { adminId: world.admins.rahim })),
    nadia: hundredths(await balanceOf(db, { adminId: world.admins.nadia })),
  },
  users: Array.from({ length: USERS }, () => ({ wallet: 0, earn: 0, hold: 0 })),
  adds: new Map(),
  payments: new Map(),
  orders: new Map(),
  credit: CREDIT,
  codes: [],
  delivery: DELIVERIES,
  productOrders: new Map(),
  stock: PIECES,
  withdrawals: new Map(),
  handOvers: new Map(),
})

/** Sends commands at once; they must have had the effect, and the answers, of some order one after the other. */
const follow = async (doors: Doors, names: Names, state: State, commands: Command[], see: () => Promise<object>) => {
  const replies = (await Promise.all(commands.map((command) => sendCommand(doors, names, command)))).map((reply, at) =>
    read(commands[at] as Command, reply),
  )
  const seen = await see()
  const orders = commands.length === 2 ? [[0, 1] as const, [1, 0] as const] : [[0] as const]
  const expected: string[] = []
  for (const order of orders) {
    const next = structuredClone(state)
    const answers = order.map((at) => apply(next, commands[at] as Command, replies[at]?.id))
    const isSame = order.every((at, place) => isDeepStrictEqual(answers[place], replies[at]?.answer))
    if (isSame && isDeepStrictEqual(describe(next), seen)) return next
    expected.push(JSON.stringify({ answers, state: describe(next) }))
  }
  const met = JSON.stringify({ answers: replies.map((reply) => reply.answer), state: seen })
  throw new Difference(`the model says\n  ${expected.join('\n  ')}\nthe server\n  ${met}`)
}
