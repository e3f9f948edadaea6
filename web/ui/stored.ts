/** A value stored as JSON; null if missing or unreadable. */
export function readStored(store: Pick<Storage, 'getItem'>, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export function readStoredList<T>(store: Storage, key: string): T[] {
  const stored = readStored(store, key)
  return Array.isArray(stored) ? stored : []
}

/** Stores a value as JSON. Does nothing if storage is full or blocked. */
export function writeStored(store: Pick<Storage, 'setItem'>, key: string, value: unknown): void {
  try {
    store.setItem(key, JSON.stringify(value))
  } catch {
    // Nothing on screen depends on it.
  }
}
