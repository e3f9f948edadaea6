import type { campaigns } from '#contract/campaigns.ts'
import type { Sent } from '#contract/endpoint.ts'

/** The chosen recipients. Numbers are as gateways take them: '8801…'. */
export interface Chosen {
  /** Typed numbers, newest first, and whether they are ticked. With everybody chosen, an unticked one is excluded. */
  readonly typed: ReadonlyMap<string, boolean>
  readonly isEverybody: boolean
  /** The ticked customers; with everybody chosen, the excluded ones. */
  readonly customers: ReadonlySet<string>
}

export const NO_RECIPIENTS: Chosen = { typed: new Map(), isEverybody: false, customers: new Set() }

export const listOf = ({ typed, isEverybody, customers }: Chosen) => ({
  typed: [...typed],
  isEverybody,
  customers: [...customers],
})

export const chosenOf = ({ typed, isEverybody, customers }: ReturnType<typeof listOf>): Chosen => ({
  typed: new Map(typed),
  isEverybody,
  customers: new Set(customers),
})

/** Whether a customer's number is ticked. With everybody chosen, the tick of the same typed number decides. */
export const isTicked = ({ isEverybody, customers, typed }: Chosen, number: string): boolean =>
  isEverybody ? (typed.get(number) ?? !customers.has(number)) : customers.has(number)

/** Ticks or clears customers, and typed numbers that are also theirs. */
export const tickCustomers = (chosen: Chosen, numbers: readonly string[], isOn: boolean): Chosen => {
  const customers = new Set(chosen.customers)
  for (const number of numbers) {
    if (isOn === chosen.isEverybody) customers.delete(number)
    else customers.add(number)
  }
  const both = numbers.filter((number) => chosen.typed.has(number))
  return { ...tickTyped(chosen, both, isOn), customers }
}

export const tickTyped = (chosen: Chosen, numbers: readonly string[], isOn: boolean): Chosen => {
  const typed = new Map(chosen.typed)
  for (const number of numbers) typed.set(number, isOn)
  return { ...chosen, typed }
}

/** Adds typed numbers on top, ticked. A number known to be a customer's ticks the customer instead. */
export const addTyped = (chosen: Chosen, numbers: readonly string[], isKnown: (number: string) => boolean): Chosen => {
  const isCustomer = (number: string) => isKnown(number) || chosen.customers.has(number)
  const others = numbers.filter((number) => !isCustomer(number))
  return {
    ...tickCustomers(chosen, numbers.filter(isCustomer), true),
    typed: new Map([
      ...others.map((number) => [number, true] as const),
      ...[...chosen.typed].filter(([one]) => !others.includes(one)),
    ]),
  }
}

/** Every customer, loaded or not, and every typed number. */
export const chooseAll = (chosen: Chosen): Chosen => ({
  ...tickTyped(chosen, [...chosen.typed.keys()], true),
  isEverybody: true,
  customers: new Set(),
})

/** Clears the selection; typed numbers stay in the list. */
export const chooseNone = (chosen: Chosen): Chosen => ({
  ...tickTyped(chosen, [...chosen.typed.keys()], false),
  isEverybody: false,
  customers: new Set(),
})

const tickedNumbers = ({ typed }: Chosen) => [...typed].filter(([, isOn]) => isOn).map(([number]) => number)

/** How many distinct numbers are chosen, given the number of reachable customers. */
export const countChosen = (chosen: Chosen, reachable: number): number => {
  const { isEverybody, customers } = chosen
  if (isEverybody) return tickedNumbers(chosen).length + Math.max(0, reachable - customers.size)
  return new Set([...tickedNumbers(chosen), ...customers]).size
}

/** The same; undefined while it is unknown how many customers can be reached. */
export const countReached = (chosen: Chosen, reachable: number | undefined): number | undefined =>
  chosen.isEverybody && reachable === undefined ? undefined : countChosen(chosen, reachable ?? 0)

/** Whether the count is an upper bound: a typed number may belong to a customer who is not loaded. With everybody chosen, a
 * ticked one is then counted twice, and an unticked one should be subtracted. */
export const isAtMost = ({ isEverybody, typed, customers }: Chosen): boolean =>
  isEverybody && [...typed.keys()].some((number) => !customers.has(number))

export const inputOf = (chosen: Chosen): Pick<Sent<typeof campaigns.send>, 'phones' | 'except' | 'audience'> => {
  const { isEverybody, customers, typed } = chosen
  const phones = tickedNumbers(chosen)
  if (!isEverybody) return { phones: [...phones, ...customers] }
  // The server finds the customer of an excluded number; if there is none, it changes nothing.
  const off = [...typed.keys()].filter((number) => !typed.get(number))
  return { phones, audience: 'all', except: [...new Set([...customers, ...off])] }
}
