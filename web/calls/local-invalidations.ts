/** By path: when this tab last invalidated a read, in ms since 1970. */
const invalidations = new Map<string, number>()

/** Records that this tab, not another admin, has invalidated these reads. */
export function recordInvalidation(paths: readonly string[]): void {
  for (const path of paths) invalidations.set(path, Date.now())
}

/** When this tab last invalidated a read, in ms since 1970; 0 if never. */
export const invalidatedAt = (path: string): number => invalidations.get(path) ?? 0
