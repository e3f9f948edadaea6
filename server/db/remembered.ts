/** So much is remembered by one text each; ordinary use has some hundred, and who makes up more must not fill the memory. */
const MOST = 2_000

/** What was made for a key before, or is made now. Forgets all when there are too many: the same key makes the same again. */
export const remembered = <V>(kept: Map<string, V>, key: string, make: () => V): V => {
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= MOST) kept.clear()
  const made = make()
  kept.set(key, made)
  return made
}
