/** What a browser keeps for an admin, by a name; nothing where it cannot be read. */
export function readKept<T>(store: Storage, name: string, userId: number | undefined): T[] {
  try {
    return JSON.parse(store.getItem(`${name}:${userId}`) ?? '[]') as T[]
  } catch {
    return []
  }
}

/** Keeps them; a browser whose memory is full does without. */
export function keepItems(store: Storage, name: string, userId: number | undefined, items: readonly unknown[]): void {
  try {
    store.setItem(`${name}:${userId}`, JSON.stringify(items))
  } catch {
    // What is told does not depend on it.
  }
}
