/** Ordinary use has a few hundred keys. The limit protects the memory from made-up ones. */
const MOST = 2_000

export const remembered = <V>(kept: Map<string, V>, key: string, make: () => V): V => {
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= MOST) kept.clear()
  const made = make()
  kept.set(key, made)
  return made
}
