import { readStored, writeStored } from '../ui/stored.ts'
import type { Values } from './fields/form-fields.ts'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Unsaved input by what it belongs to, as JSON in session storage, or in memory if that is full. Survives a reload and an
 * ended session in its tab. */
export function createInputStore<V>(store: Store, kind: string) {
  const cache = new Map<string, V>()
  let owner: number | undefined
  const storageKey = (key: string) => `${kind}:${owner}:${key}`
  const names = () => Array.from({ length: store.length }, (_, at) => store.key(at) ?? '')
  const remove = (key: string) => {
    cache.delete(key)
    store.removeItem(storageKey(key))
  }
  return {
    get: (key: string) => cache.get(key),
    set: (key: string, value: V) => {
      cache.set(key, value)
      if (owner !== undefined) writeStored(store, storageKey(key), value)
    },
    delete: remove,
    clear: () => {
      for (const key of [...cache.keys()]) remove(key)
    },
    values: () => [...cache.values()],
    /** Removes what other admins left in this tab. */
    setOwner: (admin: number) => {
      if (admin === owner) return
      owner = admin
      cache.clear()
      for (const name of names()) {
        if (!name.startsWith(`${kind}:`)) continue
        const value = name.startsWith(storageKey('')) ? (readStored(store, name) as V | null) : null
        if (value === null) store.removeItem(name)
        else cache.set(name.slice(storageKey('').length), value)
      }
    },
  }
}

/** The values without secrets that were changed, or sent without a reply; undefined if there are none. */
export function changedValues(
  values: Values,
  initial: Values,
  secrets: ReadonlySet<string>,
  inDoubt: ReadonlySet<string>,
): Values | undefined {
  const isTyped = ([name, value]: readonly [string, unknown]) => value !== initial[name] || inDoubt.has(name)
  const typed = Object.entries(values).filter((one) => isTyped(one) && !secrets.has(one[0]))
  return typed.length > 0 ? Object.fromEntries(typed) : undefined
}
