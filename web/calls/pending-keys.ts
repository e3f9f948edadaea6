import { readStored, writeStored } from '../ui/stored.ts'

const STORED = 'idempotency-keys'

/**
 * Idempotency keys of calls with an unknown result, by admin, call and record. After a lost reply, across reloads too, the same
 * call is sent with the same key and is done only once.
 */
export function pendingKeys(store: Pick<Storage, 'getItem' | 'setItem'>) {
  const keys = new Map<string, string>(Object.entries(readStored(store, STORED) ?? {}))
  const save = () => writeStored(store, STORED, Object.fromEntries(keys))
  return {
    /** The key to send; call `forget` when the result is known. */
    keyFor: (what: string) => {
      const value = keys.get(what) ?? newKey()
      keys.set(what, value)
      save()
      const forget = () => {
        // A call started meanwhile has another key, which this reply must not forget.
        if (keys.get(what) === value && keys.delete(what)) save()
      }
      return { value, forget }
    },
    /** Forgets the keys of all calls whose description starts with this. */
    forgetAll: (beginning: string) => {
      for (const what of [...keys.keys()]) if (what.startsWith(beginning)) keys.delete(what)
      save()
    },
  }
}

/** The ids in a call's input, so that rows sharing a path do not share a key. */
export const recordIdsOf = (input: object): string =>
  JSON.stringify(Object.entries(input).filter(([name]) => /^(\w+_)?ids?$/.test(name)))

/** crypto.randomUUID is missing on plain http off localhost. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
