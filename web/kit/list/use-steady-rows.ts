import { useState } from 'react'
import type { Listed } from '../table/columns.ts'
import { anew, type Page, patched, type Shown, steadied } from './steady-rows.ts'

interface Steady<R> {
  readonly rows: R[] | undefined
  readonly waiting: number
  /** Rows that had left when the page was last reset. */
  readonly gone: readonly R[] | undefined
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

interface Held<R extends Listed> {
  readonly key: string
  readonly since: number
  /** When the page of the last reset was read. */
  readonly settledAt: number
  readonly isPatched: boolean
  readonly source: readonly R[] | undefined
  readonly beside: readonly R[] | undefined
  readonly shown: Shown<R> | undefined
}

/** If the PC's clock was set back, older timestamps lie in the future: treat them as long past. */
const past = (moment: number): number => (moment > Date.now() ? 0 : moment)

/**
 * Keeps rows in place while other admins change them and new ones arrive. The first page read after the admin's own action
 * (another request, a refresh, a command on the list) is shown as it is.
 */
export function useSteadyRows<R extends Listed>({ page, key, readAt, isPatched, invalidatedAt }: Latest<R>): Steady<R> {
  const asIs = (since: number, before: readonly R[] = []): Held<R> => ({
    key,
    since,
    settledAt: readAt,
    isPatched,
    source: page?.rows,
    beside: page?.elsewhere,
    shown: page && anew(page.rows, before),
  })
  const [held, setHeld] = useState(() => asIs(Date.now()))
  const lastAct = Math.max(past(held.since), past(invalidatedAt))
  const isFirstAnswer = held.settledAt === 0 && readAt > 0
  const isActedOn = past(readAt) > lastAct && past(held.settledAt) <= lastAct
  const isNews = held.source !== page?.rows || held.beside !== page?.elsewhere || held.isPatched !== isPatched
  if (held.key !== key) setHeld(asIs(Date.now()))
  else if (isFirstAnswer || isActedOn || isNews) {
    // Until the first reply, the rows shown are those of another request.
    const shown = !isFirstAnswer && page?.elsewhere && held.shown && steadied(held.shown, page, !isPatched)
    if (shown && !isActedOn) setHeld({ ...asIs(held.since), settledAt: held.settledAt, shown })
    else setHeld(asIs(held.since, shown ? [...shown.rows, ...shown.gone] : []))
  }
  return {
    rows: held.shown?.rows,
    waiting: held.shown?.waiting ?? 0,
    gone: held.shown?.gone,
    showWaiting: () => setHeld((now) => ({ ...asIs(now.since), settledAt: now.settledAt })),
    patch: (row) => setHeld((now) => ({ ...now, shown: now.shown && patched(now.shown, row) })),
  }
}
