import { useDeferredValue, useState } from 'react'
import type { Listed } from '../ui/table/columns.ts'
import { type Page, patchRow, resetRows, updateInPlace } from './stable-rows.ts'

export interface StableRows<R> {
  /** Undefined until the first reply. Includes rows that have left the list since (`left`). */
  readonly rows: R[] | undefined
  /** The rows are still those of the previous request: its successor's are being drawn. */
  readonly isPrevious: boolean
  readonly waiting: number
  /** Rows that had left when the page was last reset. */
  readonly movedRows: readonly R[] | undefined
  readonly showWaiting: () => void
  readonly patch: (row: R) => void
}

interface Latest<R> {
  readonly page: Page<R> | undefined
  /** Identifies the request: another key expects other rows. */
  readonly key: string
  /** When the page was read, in ms since 1970; 0 for placeholder rows. */
  readonly readAt: number
  readonly isPatched: boolean
  /** When this tab last changed what the list shows. */
  readonly invalidatedAt: number
}

/** If the PC's clock was set back, older timestamps lie in the future: treat them as long past. */
const past = (moment: number): number => (moment > Date.now() ? 0 : moment)

/** Keeps rows in place while other admins change them and new ones arrive. The first page read after the admin's own action
 * (another request, a refresh, a command on the list) is shown as it is. */
export function useStableRows<R extends Listed>({ page, key, readAt, isPatched, invalidatedAt }: Latest<R>): StableRows<R> {
  const resetTo = (since: number, before: readonly R[] = []) => ({
    key,
    since,
    /** When the page of the last reset was read. */
    resetAt: readAt,
    isPatched,
    source: page?.rows,
    otherRows: page?.elsewhere,
    shown: page && resetRows(page.rows, before),
  })
  const [snapshot, setSnapshot] = useState(() => resetTo(Date.now()))
  const lastActionAt = Math.max(past(snapshot.since), past(invalidatedAt))
  const isFirstReply = snapshot.resetAt === 0 && readAt > 0
  const isAfterOwnAction = past(readAt) > lastActionAt && past(snapshot.resetAt) <= lastActionAt
  const hasChanged = snapshot.source !== page?.rows || snapshot.otherRows !== page?.elsewhere || snapshot.isPatched !== isPatched
  if (snapshot.key !== key) setSnapshot(resetTo(Date.now()))
  else if (isFirstReply || isAfterOwnAction || hasChanged) {
    // Until the first reply, the rows shown are those of another request.
    const shown = !isFirstReply && page?.elsewhere && snapshot.shown && updateInPlace(snapshot.shown, page, !isPatched)
    if (shown && !isAfterOwnAction) setSnapshot({ ...resetTo(snapshot.since), resetAt: snapshot.resetAt, shown })
    else setSnapshot(resetTo(snapshot.since, shown ? [...shown.rows, ...shown.movedRows] : []))
  }
  // The rows of another request may be in the cache; drawing them within the click that asked for them would block it.
  const drawn = useDeferredValue(snapshot)
  const isPrevious = drawn.key !== snapshot.key
  const { shown } = isPrevious ? drawn : snapshot
  return {
    rows: shown?.rows,
    isPrevious,
    waiting: shown?.waiting ?? 0,
    movedRows: shown?.movedRows,
    showWaiting: () => setSnapshot((now) => ({ ...resetTo(now.since), resetAt: now.resetAt })),
    patch: (row) => setSnapshot((now) => ({ ...now, shown: now.shown && patchRow(now.shown, row) })),
  }
}
