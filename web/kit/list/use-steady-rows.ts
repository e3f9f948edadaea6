import { useState } from 'react'
import type { Listed } from '../table/columns.ts'
import { anew, type Page, patched, type Shown, steadied } from './steady-rows.ts'

interface Steady<R> {
  readonly rows: R[] | undefined
  readonly waiting: number
  /** Rows that had left when the page was last shown as it is. */
  readonly gone: readonly R[] | undefined
  readonly showWaiting: () => void
  readonly patch: (row: R) => void
}

interface Latest<R> {
  /** Undefined until the first reply. */
  readonly page: Page<R> | undefined
  /** What was asked for: with another question other rows are expected. */
  readonly key: string
  /** When the page was read, in ms since 1970; 0 while rows of another question stand in for it. */
  readonly readAt: number
  /** News of single rows have been put into the page since. */
  readonly isPatched: boolean
  /** When somebody here last changed what the list shows. */
  readonly invalidatedAt: number
}

interface Held<R extends Listed> {
  readonly key: string
  /** When the question was put. */
  readonly since: number
  /** When the page was read that was last shown as it is. */
  readonly settledAt: number
  readonly isPatched: boolean
  readonly source: readonly R[] | undefined
  readonly beside: readonly R[] | undefined
  readonly shown: Shown<R> | undefined
}

/** Where the PC's clock was set back, what came before that lies ahead of it, and is long over. */
const past = (moment: number): number => (moment > Date.now() ? 0 : moment)

/**
 * Rows that stay in their places while colleagues change them and while new ones come in. The first page that was read after an own
 * act (another question, a refresh, a command that changes the list) is shown as it is.
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
    // Until the first answer rows of another question are on screen.
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
