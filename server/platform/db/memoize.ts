/** Ordinary use has a few hundred keys. The limit protects the memory from made-up ones. */
const MAX_KEYS = 2_000

export const memoize = <V>(cache: Map<string, V>, key: string, make: () => V): V => {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  if (cache.size >= MAX_KEYS) cache.clear()
  const made = make()
  cache.set(key, made)
  return made
}
