import { readStored, writeStored } from '../ui/stored.ts'

const STORED = 'idempotency-keys'

interface PendingKey {
  readonly value: string
  /** What the first try was based on: `version` and `expected_...`. Another try of the same change is based on it, too. */
  readonly guards: object
}

/** Idempotency keys of calls with an unknown result, by admin, call and record. After a lost reply, across reloads too, the
 * same call is sent with the same key and is done only once. */
export function pendingKeys(store: Pick<Storage, 'getItem' | 'setItem'>) {
  const keys = new Map<string, PendingKey>(Object.entries(readStored(store, STORED) ?? {}).filter(([, key]) => isPendingKey(key)))
  const save = () => writeStored(store, STORED, Object.fromEntries(keys))
  return {
    /** The key to send; call `forget` when the result is known. */
    keyFor: (what: string, guards: object = {}) => {
      const key = keys.get(what) ?? { value: newKey(), guards }
      keys.set(what, key)
      save()
      const forget = () => {
        // A call started meanwhile has another key, which this reply must not forget.
        if (keys.get(what) === key && keys.delete(what)) save()
      }
      return { ...key, forget }
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

/** What a call is based on, and the rest of it. */
export const splitGuards = (input: object): readonly [guards: object, rest: object] => {
  const [guards, rest] = [true, false].map((isGuard) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => /^(version$|expected_)/.test(name) === isGuard)),
  )
  return [guards ?? {}, rest ?? {}]
}

const isPendingKey = (stored: unknown): stored is PendingKey => {
  const { value, guards } = (stored ?? {}) as Partial<PendingKey>
  return typeof value === 'string' && typeof guards === 'object'
}

/** crypto.randomUUID is missing on plain http off localhost. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
