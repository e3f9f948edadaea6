/** What a browser keeps as JSON under a key; null where that is nothing, or cannot be read. */
export function readStored(store: Pick<Storage, 'getItem'>, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** A list that it keeps. */
export function readStoredList<T>(store: Storage, key: string): T[] {
  const kept = readStored(store, key)
  return Array.isArray(kept) ? kept : []
}

/** Keeps a value for later; a browser whose memory is full or closed does without. */
export function keepStored(store: Pick<Storage, 'setItem'>, key: string, value: unknown): void {
  try {
    store.setItem(key, JSON.stringify(value))
  } catch {
    // What is on screen does not depend on it.
  }
}
