import type { Sent } from '#contract/endpoint.ts'
import type { sms } from '#contract/sms.ts'

/** Who is chosen: by numbers as gateways take them, '8801…'. */
export interface Chosen {
  /** Numbers that somebody has typed, the last one first, and whether they are ticked. */
  readonly typed: ReadonlyMap<string, boolean>
  readonly isEverybody: boolean
  /** Of the customers those who are ticked, or with everybody chosen those who are left out. */
  readonly customers: ReadonlySet<string>
}

export const NOBODY: Chosen = { typed: new Map(), isEverybody: false, customers: new Set() }

/** Whether a customer's number is ticked. */
export const isTicked = ({ isEverybody, customers }: Chosen, number: string): boolean => customers.has(number) !== isEverybody

/** Ticks customers, or takes their ticks away. */
export const tickCustomers = (chosen: Chosen, numbers: readonly string[], isOn: boolean): Chosen => {
  const customers = new Set(chosen.customers)
  for (const number of numbers) {
    if (isOn === chosen.isEverybody) customers.delete(number)
    else customers.add(number)
  }
  return { ...chosen, customers }
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

/** Whether they may be fewer: a typed number can be that of a customer who is not loaded, and with everybody chosen is there already. */
export const isAtMost = (chosen: Chosen): boolean =>
  chosen.isEverybody && typedOf(chosen).some((number) => !chosen.customers.has(number))

/** What is sent of a choice. */
export const inputOf = (chosen: Chosen): Pick<Sent<typeof sms.send>, 'phones' | 'except' | 'audience'> => {
  const customers = [...chosen.customers]
  if (chosen.isEverybody) return { phones: typedOf(chosen), audience: 'all', except: customers }
  return { phones: [...typedOf(chosen), ...customers] }
}
