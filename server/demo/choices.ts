import { DAY_MS } from './clock.ts'
import type { Customer } from './customers.ts'
import { HISTORY_DAYS, METHODS, PACKAGES, type PlannedPackage, type Setting } from './plan.ts'
import { type Random, randomFrom } from './random.ts'

export const CANCEL_NOTES = [
  'Player not found. Please check the ID and order again.',
  'This player is on another server, which we cannot top up.',
  'Your limit for this week is used up. The money is back in your wallet.',
  'The game is under maintenance. The money is back in your wallet.',
  'Cancelled as you asked.',
  'Sign-in failed: wrong password.',
]
export const DONE_NOTES = [
  'Delivered, thank you!',
  'Please restart the game to see it.',
  'Delivered. Enjoy!',
  'Sent to your mailbox.',
]

const AMOUNTS = [50, 100, 100, 100, 150, 200, 200, 200, 250, 300, 300, 400, 500, 500, 800, 1_000, 1_500, 2_500]
/** Below this total customers add more, above it less. */
const USUAL_TOTAL_TK = 620_000
const ENOUGH_TK = 1_500
const CANDIDATES = 40

/** nadia's grants were revoked on this day. karim approved wallet adds until the other. */
const NADIA_UNTIL_DAY = 20
const KARIM_APPROVES_UNTIL_DAY = 44

const dayOf = (setting: Setting, at: number) => HISTORY_DAYS - (setting.now - at) / DAY_MS

export const chooseWalletAddDecider = (random: Random, setting: Setting, at: number): number => {
  const { rahim, karim, nadia } = setting.admins
  const [day, draw] = [dayOf(setting, at), random.next()]
  if (day < NADIA_UNTIL_DAY && draw < 0.14) return nadia
  return day < KARIM_APPROVES_UNTIL_DAY && draw > 0.68 ? karim : rahim
}

export const chooseOrderDecider = (random: Random, setting: Setting, item: PlannedPackage, at: number): number => {
  const { rahim, karim, nadia } = setting.admins
  const draw = random.next()
  if (dayOf(setting, at) < NADIA_UNTIL_DAY && draw < 0.16) return nadia
  return item.isKarims && draw > 0.3 ? karim : rahim
}

export const chooseMethod = (random: Random) => random.weighted(METHODS, (method) => method.share)

export const inventTrxId = (random: Random): string => random.letters(10)

export const askAmount = (random: Random, total: number): number => {
  const [one, other] = [random.pick(AMOUNTS), random.pick(AMOUNTS)]
  return total < USUAL_TOTAL_TK ? Math.max(one, other) : random.chance(0.5) ? one : Math.min(one, other)
}

const demandFor = (item: PlannedPackage) => (item.game.popularity * 100) / (item.price + 120)
const KARIMS = PACKAGES.filter((item) => item.isKarims)
const CHEAPEST = PACKAGES.reduce((best, item) => (item.price < best.price ? item : best))

export const createShoppers = ({ seed, customers }: Setting) => {
  const nature = randomFrom(seed, 'nature')
  const keenness = customers.map(() => 0.02 + nature.next() ** 4)
  const joined = customers.map((customer) => customer.created_at)
  const wallets = new Float64Array(customers.length + 1)
  const players = new Map<string, string>()
  let total = 0
  let present = 0

  const visitor = (random: Random, at: number): Customer => {
    while (present < customers.length && (joined[present] ?? 0) <= at) present++
    for (;;) {
      const place = random.whole(0, present - 1)
      const customer = customers[place]
      if (customer && random.next() < (keenness[place] ?? 0)) return customer
    }
  }
  const walletOf = (id: number) => wallets[id] ?? 0
  const change = (id: number, amount: number) => {
    wallets[id] = walletOf(id) + amount
    total += amount
  }
  const richest = () => customers.reduce((best, customer) => (walletOf(customer.id) > walletOf(best.id) ? customer : best))
  const pickWhoCanAfford = (random: Random, at: number, amount: number): Customer | undefined => {
    for (let tries = 0; tries < CANDIDATES; tries++) {
      const customer = visitor(random, at)
      if (walletOf(customer.id) >= amount) return customer
    }
    const customer = richest()
    return walletOf(customer.id) >= amount ? customer : undefined
  }

  return {
    total: () => total,
    receive: (id: number, amount: number) => change(id, amount),
    spend: (id: number, amount: number) => change(id, -amount),
    pickWalletAdder: (random: Random, at: number): Customer => {
      const first = visitor(random, at)
      return walletOf(first.id) > ENOUGH_TK && random.chance(0.8) ? visitor(random, at) : first
    },
    pickBuyer: (random: Random, at: number, priceOf: (item: PlannedPackage) => number, forKarim: boolean) => {
      const item = random.weighted(forKarim ? KARIMS : PACKAGES, demandFor)
      const customer = pickWhoCanAfford(random, at, priceOf(item))
      return customer ? { customer, item } : { customer: richest(), item: CHEAPEST }
    },
    pickWhoCanAfford,
    playerOf: (random: Random, customer: Customer, item: PlannedPackage): string => {
      if (random.chance(0.05)) return inventPlayer(random, item.game)
      const key = `${customer.id}/${item.productId}`
      const known = players.get(key) ?? inventPlayer(random, item.game)
      players.set(key, known)
      return known
    },
  }
}

export type Shoppers = ReturnType<typeof createShoppers>

export const inventPlayer = (random: Random, game: { needsAccount?: boolean; sellsVouchers?: boolean }): string => {
  if (game.needsAccount) return `player${random.digits(5)}@example.com`
  if (game.sellsVouchers) return `01${random.pick(['7', '8', '9'])}${random.digits(8)}`
  return random.digits(random.whole(8, 10))
}
