/** A value stored as JSON; null if missing or unreadable. */
export function readStored(store: Pick<Storage, 'getItem'>, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export function readStoredList<T>(store: Storage, key: string): T[] {
  const kept = readStored(store, key)
  return Array.isArray(kept) ? kept : []
}

/** Stores a value as JSON. Does nothing if storage is full or blocked. */
export function keepStored(store: Pick<Storage, 'setItem'>, key: string, value: unknown): void {
  try {
    store.setItem(key, JSON.stringify(value))
  } catch {
    // Nothing on screen depends on it.
  }
}
