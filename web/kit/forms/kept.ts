import type { Values } from '../fields/form-fields.ts'
import { keepStored, readStored } from '../stored.ts'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Unsaved input by what it belongs to. Survives a reload and an ended session in its tab. */
interface Kept<V> {
  readonly get: (key: string) => V | undefined
  readonly set: (key: string, value: V) => void
  readonly delete: (key: string) => void
  readonly clear: () => void
  readonly values: () => V[]
  /** Sets the owner; removes what other admins left in this tab. */
  readonly belongTo: (admin: number) => void
}

/** Stores values as JSON in session storage, or in memory if that is full. */
export function createKept<V>(store: Store, kind: string): Kept<V> {
  const present = new Map<string, V>()
  let owner: number | undefined
  const nameOf = (key: string) => `${kind}:${owner}:${key}`
  const names = () => Array.from({ length: store.length }, (_, at) => store.key(at) ?? '')
  const remove = (key: string) => {
    present.delete(key)
    store.removeItem(nameOf(key))
  }
  return {
    get: (key) => present.get(key),
    set: (key, value) => {
      present.set(key, value)
      if (owner !== undefined) keepStored(store, nameOf(key), value)
    },
    delete: remove,
    clear: () => {
      for (const key of [...present.keys()]) remove(key)
    },
    values: () => [...present.values()],
    belongTo: (admin) => {
      if (admin === owner) return
      owner = admin
      present.clear()
      for (const name of names()) {
        if (!name.startsWith(`${kind}:`)) continue
        const value = name.startsWith(nameOf('')) ? (readStored(store, name) as V | null) : null
        if (value === null) store.removeItem(name)
        else present.set(name.slice(nameOf('').length), value)
      }
    },
  }
}

/** The changed values without secrets; undefined if there are none. */
export function typedOf(values: Values, initial: Values, secrets: ReadonlySet<string>): Values | undefined {
  const typed = Object.entries(values).filter(([name, value]) => value !== initial[name] && !secrets.has(name))
  return typed.length > 0 ? Object.fromEntries(typed) : undefined
}
