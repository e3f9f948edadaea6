import type { campaigns } from '#contract/campaigns.ts'
import type { Sent } from '#contract/endpoint.ts'

/** Who is chosen: by numbers as gateways take them, '8801…'. */
export interface Chosen {
  /** Numbers that somebody has typed, the last one first, and whether they are ticked: with everybody chosen, one that is not is left out. */
  readonly typed: ReadonlyMap<string, boolean>
  readonly isEverybody: boolean
  /** Of the customers those who are ticked, or with everybody chosen those who are left out. */
  readonly customers: ReadonlySet<string>
}

export const NOBODY: Chosen = { typed: new Map(), isEverybody: false, customers: new Set() }

/** A choice as JSON can hold it. */
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

/** Whether a customer's number is ticked; with everybody chosen, the tick of one that was typed as well is what counts. */
export const isTicked = ({ isEverybody, customers, typed }: Chosen, number: string): boolean =>
  isEverybody ? (typed.get(number) ?? !customers.has(number)) : customers.has(number)

/** Ticks customers, or takes their ticks away; a number of theirs that was typed as well goes along. */
export const tickCustomers = (chosen: Chosen, numbers: readonly string[], isOn: boolean): Chosen => {
  const customers = new Set(chosen.customers)
  for (const number of numbers) {
    if (isOn === chosen.isEverybody) customers.delete(number)
    else customers.add(number)
  }
  const both = numbers.filter((number) => chosen.typed.has(number))
  return { ...tickTyped(chosen, both, isOn), customers }
}

/** Ticks typed numbers, or takes their ticks away. */
export const tickTyped = (chosen: Chosen, numbers: readonly string[], isOn: boolean): Chosen => {
  const typed = new Map(chosen.typed)
  for (const number of numbers) typed.set(number, isOn)
  return { ...chosen, typed }
}

/** Puts typed numbers on top, ticked; where one is known to be a customer's, ticks the customer. */
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

/** Every customer, also those who are not loaded, and every typed number. */
export const chooseEverybody = (chosen: Chosen): Chosen => ({
  ...tickTyped(chosen, [...chosen.typed.keys()], true),
  isEverybody: true,
  customers: new Set(),
})

/** Nobody; typed numbers stay in the list. */
export const chooseNobody = (chosen: Chosen): Chosen => ({
  ...tickTyped(chosen, [...chosen.typed.keys()], false),
  isEverybody: false,
  customers: new Set(),
})

const typedOf = ({ typed }: Chosen) => [...typed].filter(([, isOn]) => isOn).map(([number]) => number)

/** How many numbers are chosen, of so many customers who can be written to: each once. */
export const countChosen = (chosen: Chosen, reachable: number): number => {
  const { isEverybody, customers } = chosen
  if (isEverybody) return typedOf(chosen).length + Math.max(0, reachable - customers.size)
  return new Set([...typedOf(chosen), ...customers]).size
}

/**
 * Whether they may be fewer: a typed number can be that of a customer who is not loaded. With everybody chosen he is there already if
 * it is ticked, and one less if it is not.
 */
export const isAtMost = ({ isEverybody, typed, customers }: Chosen): boolean =>
  isEverybody && [...typed.keys()].some((number) => !customers.has(number))

/** What is sent of a choice. */
export const inputOf = (chosen: Chosen): Pick<Sent<typeof campaigns.send>, 'phones' | 'except' | 'audience'> => {
  const { isEverybody, customers, typed } = chosen
  const phones = typedOf(chosen)
  if (!isEverybody) return { phones: [...phones, ...customers] }
  // Whose a typed number is, the server finds out: nobody's changes nothing.
  const off = [...typed.keys()].filter((number) => !typed.get(number))
  return { phones, audience: 'all', except: [...new Set([...customers, ...off])] }
}
