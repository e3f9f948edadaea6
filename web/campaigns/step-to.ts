/** Target of a key in a list of `count` lines, `seen` of them visible; undefined for other keys. Skips disabled lines. */
export function stepTo(
  key: string,
  from: number,
  count: number,
  seen: number,
  isUsable: (at: number) => boolean,
): number | undefined {
  const wanted = WANTED[key]?.(from, count, seen)
  if (wanted === undefined) return undefined
  const first = Math.max(0, Math.min(count - 1, wanted))
  const way = wanted > from ? 1 : -1
  return seek(first, way, count, isUsable) ?? seek(first, way === 1 ? -1 : 1, count, isUsable)
}

const WANTED: Readonly<Record<string, (from: number, count: number, seen: number) => number>> = {
  ArrowDown: (from) => from + 1,
  ArrowUp: (from) => from - 1,
  PageDown: (from, _, seen) => from + seen,
  PageUp: (from, _, seen) => from - seen,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function seek(from: number, way: 1 | -1, count: number, isUsable: (at: number) => boolean): number | undefined {
  for (let at = from; at >= 0 && at < count; at += way) if (isUsable(at)) return at
  return undefined
}
