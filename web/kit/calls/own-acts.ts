/** By path: when this tab last changed something that its read shows, in ms since 1970. */
const acts = new Map<string, number>()

/** Notes that somebody here, not a colleague, has made these reads stale. */
export function noteAct(paths: readonly string[]): void {
  for (const path of paths) acts.set(path, Date.now())
}

/** When that last happened to a read; 0 if never. */
export const actedAt = (path: string): number => acts.get(path) ?? 0
