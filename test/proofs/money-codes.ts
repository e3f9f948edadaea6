import {
  type AdminName,
  type Answer,
  type CodePackage,
  type Delivery,
  isOpen,
  OK,
  type Order,
  type Pool,
  refuse,
  type State,
} from './money-state.ts'

export interface CodeLine {
  text: string
  expires?: string | undefined
  cost?: number | undefined
}

/** Codes that are pasted or imported, set to Used by hand and set back, and what delivers a package from now on. */
export type CodeCommand =
  | { do: 'addCodes'; pool: Pool; texts: string[] }
  | { do: 'importCodes'; pool: Pool; lines: CodeLine[] }
  | { do: 'useCode'; pool: Pool; text: string }
  | { do: 'setBackCode'; text: string; by: AdminName }
  | ({ do: 'setDelivery'; package: CodePackage } & Delivery)

export const applyCodes = (state: State, command: CodeCommand): Answer => {
  switch (command.do) {
    case 'addCodes':
      return add(
        state,
        command.pool,
        command.texts.map((text) => ({ text })),
      )
    case 'importCodes':
      return add(state, command.pool, command.lines)
    case 'useCode': {
      codeOf(state, command.text).status = 'used'
      return OK
    }
    case 'setBackCode': {
      if (command.by !== 'rahim') return refuse(403)
      const code = codeOf(state, command.text)
      if (code.status === 'ready' || code.isDelivered) return refuse(409)
      code.status = 'ready'
      return OK
    }
    case 'setDelivery': {
      const { package: name, automatic, recipe } = command
      state.delivery[name] = { automatic, recipe }
      return OK
    }
  }
}

/** What was ever there is not added again. */
const add = (state: State, pool: Pool, lines: readonly CodeLine[]): Answer => {
  const fresh = lines.filter(({ text }) => !state.codes.some((code) => code.text === text))
  if (fresh.length === 0) return refuse(409)
  for (const { text, expires, cost } of fresh)
    state.codes.push({ text, pool, expires, cost, status: 'ready', isDelivered: false })
  return OK
}

const codeOf = (state: State, text: string) => {
  const found = state.codes.find((code) => code.text === text)
  if (!found) throw new Error(`The model has no code ${text}`)
  return found
}

const readyOf = (state: State, pool: Pool) => state.codes.filter((code) => code.pool === pool && code.status === 'ready')

/** So many more orders of the package its pools have codes for, beyond the open orders of any package. */
export const freeCodes = (state: State, name: CodePackage): number => {
  const open = [...state.orders.values()].filter(isOpen)
  const claimed = (pool: Pool) =>
    open
      .flatMap((row) => (row.package === 'gems' ? [] : state.delivery[row.package].recipe))
      .reduce((sum, part) => sum + (part.pool === pool ? part.count : 0), 0)
  const each = state.delivery[name].recipe.map(({ pool, count }) => (readyOf(state, pool).length - claimed(pool)) / count)
  return Math.floor(Math.min(...each))
}

const NEVER = '9999-12-31'

/** Gives an order the codes of its recipe, those that expire first, then the oldest: all or none. */
export const takeCodes = (state: State, order: Order): boolean => {
  if (order.package === 'gems') return false
  const parts = state.delivery[order.package].recipe.map(({ pool, count }) => {
    const ready = readyOf(state, pool).sort((a, b) => (a.expires ?? NEVER).localeCompare(b.expires ?? NEVER))
    return { count, codes: ready.slice(0, count) }
  })
  if (parts.some(({ count, codes }) => codes.length < count)) return false
  const taken = parts.flatMap(({ codes }) => codes)
  for (const code of taken) Object.assign(code, { status: 'used', isDelivered: true })
  order.codes = taken.map(({ text }) => text)
  const costs = taken.flatMap(({ cost }) => cost ?? [])
  if (costs.length === taken.length) order.cost = costs.reduce((sum, cost) => sum + cost, 0)
  return true
}
