import type { Random } from '../support/random.ts'
import type { CodeCommand, CodeLine } from './money-codes.ts'
import { PLAYER } from './money-orders.ts'
import { CODE_PACKAGES, type Code, type Delivery, type PackageName, POOLS, type State } from './money-state.ts'

const EXPIRIES = ['2097-01-31', '2098-01-31', '2099-01-31', undefined] as const
const RECIPES: readonly Delivery['recipe'][] = [
  [{ pool: 'coin', count: 2 }],
  [{ pool: 'card', count: 1 }],
  [
    { pool: 'card', count: 1 },
    { pool: 'coin', count: 2 },
  ],
  [
    { pool: 'coin', count: 1 },
    { pool: 'card', count: 2 },
  ],
]

/** How packages are delivered as a sequence begins. */
export const DELIVERIES = {
  card: { automatic: 0, recipe: [{ pool: 'card', count: 1 }] },
  coin: { automatic: 1, recipe: [{ pool: 'coin', count: 1 }] },
  bundle: { automatic: 1, recipe: RECIPES[2] ?? [] },
} as const satisfies State['delivery']

let made = 0
/** Its last four characters are its own for thousands of codes. */
export const newCode = () => `MODEL-CODE-${String(++made).padStart(8, '0')}`

const some = <T>(random: Random, make: () => T) => Array.from({ length: 1 + random.below(3) }, make)

const anyCode = (random: Random, codes: readonly Code[]) => (codes.length === 0 ? undefined : random.pick(codes))

const newLine = (random: Random): CodeLine => ({
  text: newCode(),
  expires: random.pick(EXPIRIES),
  cost: random.chance(0.7) ? 1 + random.below(20_000) : undefined,
})

let players = 0
/** Of a package with codes mostly a new customer: of one who had a code before, an admin looks at the order. */
export const choosePlayer = (random: Random, { orders }: State, name: PackageName): string => {
  if (name === 'gems') return PLAYER
  const before = [...orders.values()].filter((row) => row.package === name)
  return before.length > 0 && random.chance(0.2) ? random.pick(before).player : `player ${++players}`
}

export const CODE_CHOICES: {
  readonly [K in CodeCommand['do']]: [weight: number, choose: (random: Random, state: State) => CodeCommand | undefined]
} = {
  addCodes: [
    3,
    (random, { codes }) => {
      const known = random.chance(0.2) ? anyCode(random, codes) : undefined
      const texts = known && random.chance(0.5) ? [known.text] : [...some(random, newCode), ...(known ? [known.text] : [])]
      return { do: 'addCodes', pool: random.pick(POOLS), texts }
    },
  ],
  importCodes: [5, (random) => ({ do: 'importCodes', pool: random.pick(POOLS), lines: some(random, () => newLine(random)) })],
  useCode: [
    3,
    (random, { codes }) => {
      const code = anyCode(random, codes)
      return code && { do: 'useCode', pool: code.pool, text: code.text }
    },
  ],
  setBackCode: [
    4,
    (random, { codes }) => {
      const used = codes.filter(({ status, isDelivered }) => (status === 'used' && !isDelivered) || random.chance(0.2))
      const code = anyCode(random, used)
      return code && { do: 'setBackCode', text: code.text, by: random.chance(0.9) ? 'rahim' : 'nadia' }
    },
  ],
  setDelivery: [
    5,
    (random) => {
      const [name, automatic] = [random.pick(CODE_PACKAGES), random.chance(0.7) ? 1 : 0] as const
      return { do: 'setDelivery', package: name, automatic, recipe: random.pick(RECIPES) }
    },
  ],
}
