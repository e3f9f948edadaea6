import { useState } from 'react'

interface Steady<R> {
  readonly rows: R[] | undefined
  readonly waiting: number
  readonly showWaiting: () => void
  readonly patch: (row: R) => void
}

interface Held<R> {
  readonly key: string
  readonly latest: R[] | undefined
  readonly rows: R[] | undefined
}

/**
 * Rows that stay in their places while newer ones come in above them: those wait until they are asked for, the visible ones are
 * patched in place. Another `key` (another page or filter), `holds` = false, or a page full of new rows shows what came.
 */
export function useSteadyRows<R extends { id: number }>(latest: R[] | undefined, key: string, holds: boolean): Steady<R> {
  const [held, setHeld] = useState<Held<R>>({ key, latest, rows: latest })
  const isSame = held.key === key
  if (held.latest !== latest || !isSame) {
    const keeps = holds && isSame && hasNewAbove(held.rows, latest)
    setHeld({ key, latest, rows: keeps ? patched(held.rows ?? [], latest ?? []) : latest })
  }
  const newest = newestOf(held.rows, Number.POSITIVE_INFINITY)
  return {
    rows: held.rows,
    waiting: holds ? (latest?.filter((row) => row.id > newest).length ?? 0) : 0,
    showWaiting: () => setHeld({ key, latest, rows: latest }),
    patch: (row) => setHeld((now) => ({ ...now, rows: now.rows && patched(now.rows, [row]) })),
  }
}

/** The first row is not the newest where pending ones come first. */
const newestOf = <R extends { id: number }>(rows: R[] | undefined, none: number) =>
  rows?.length ? Math.max(...rows.map((row) => row.id)) : none

/** Whether `latest` is `rows` with newer ones above: at least one of each. */
function hasNewAbove<R extends { id: number }>(rows: R[] = [], latest: R[] = []): boolean {
  const newest = newestOf(rows, 0)
  const known = latest.filter((row) => row.id <= newest)
  return known.length > 0 && known.length < latest.length && known.every((row, at) => row.id === rows[at]?.id)
}

function patched<R extends { id: number }>(rows: R[], latest: R[]): R[] {
  const byId = new Map(latest.map((row) => [row.id, row]))
  return rows.map((row) => byId.get(row.id) ?? row)
}
