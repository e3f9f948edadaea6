/** Target of a key in a list of `count` lines, `seen` of them visible; undefined for other keys. Skips disabled lines. */
export function stepTo(
  key: string,
  from: number,
  count: number,
  seen: number,
  isUsable: (at: number) => boolean,
): number | undefined {
  const target = TARGETS[key]?.(from, count, seen)
  if (target === undefined) return undefined
  const first = Math.max(0, Math.min(count - 1, target))
  const direction = target > from ? 1 : -1
  return findUsable(first, direction, count, isUsable) ?? findUsable(first, direction === 1 ? -1 : 1, count, isUsable)
}

const TARGETS: Readonly<Record<string, (from: number, count: number, seen: number) => number>> = {
  ArrowDown: (from) => from + 1,
  ArrowUp: (from) => from - 1,
  PageDown: (from, _, seen) => from + seen,
  PageUp: (from, _, seen) => from - seen,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function findUsable(from: number, way: 1 | -1, count: number, isUsable: (at: number) => boolean): number | undefined {
  for (let at = from; at >= 0 && at < count; at += way) if (isUsable(at)) return at
  return undefined
}
