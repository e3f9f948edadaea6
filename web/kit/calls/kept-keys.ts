import { keepStored, readStored } from '../stored.ts'

const STORED = 'idempotency-keys'

/**
 * Idempotency keys of calls whose result is not known, by admin, call and record: after a lost answer, also after a reload, the same
 * call is sent with the same key, and is done once.
 */
export function keptKeys(store: Pick<Storage, 'getItem' | 'setItem'>) {
  const keys = new Map<string, string>(Object.entries(readStored(store, STORED) ?? {}))
  const save = () => keepStored(store, STORED, Object.fromEntries(keys))
  return {
    /** The key to send; `forget` it when the result is known. */
    keyFor: (what: string) => {
      const value = keys.get(what) ?? newKey()
      keys.set(what, value)
      save()
      const forget = () => {
        // Another question that was begun meanwhile has another key, which is not this answer's to forget.
        if (keys.get(what) === value && keys.delete(what)) save()
      }
      return { value, forget }
    },
    /** Forgets the keys of every call whose description begins so. */
    forgetAll: (beginning: string) => {
      for (const what of [...keys.keys()]) if (what.startsWith(beginning)) keys.delete(what)
      save()
    },
  }
}

/** The ids that a call's input names, so that rows which share an address do not share a key. */
export const recordOf = (input: object): string =>
  JSON.stringify(Object.entries(input).filter(([name]) => /^(\w+_)?ids?$/.test(name)))

/** crypto.randomUUID is missing on plain http off localhost. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
