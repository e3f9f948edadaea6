import type { Values } from '../fields/form-fields.ts'
import { keepStored, readStored } from '../stored.ts'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** What an admin has typed and not saved, by what it belongs to: it survives a reload and an ended session in its tab. */
interface Kept<V> {
  readonly get: (key: string) => V | undefined
  readonly set: (key: string, value: V) => void
  readonly delete: (key: string) => void
  readonly clear: () => void
  readonly values: () => V[]
  /** Whose they are from now on; what other admins have left in this tab is gone. */
  readonly belongTo: (admin: number) => void
}

/** Keeps values as JSON in a tab's storage; where that is full, as long as the page lives. */
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

/** What is not as it was when the form was opened, without its secrets; undefined where that is nothing. */
export function typedOf(values: Values, initial: Values, secrets: ReadonlySet<string>): Values | undefined {
  const typed = Object.entries(values).filter(([name, value]) => value !== initial[name] && !secrets.has(name))
  return typed.length > 0 ? Object.fromEntries(typed) : undefined
}
