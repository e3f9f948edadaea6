import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { focusFirst } from '../../ui/focus/lost-focus.ts'
import { hasLeft, type Listed } from '../../ui/table/columns.ts'
import { focusRow, idOfRow, moveCursor, rowAround, rowWithFocus } from '../../ui/table/row-cursor.ts'
import { uncover } from './covered.ts'
import { useSplit } from './use-split.ts'

/** The row with an open drawer, and the focused row. The functions are stable. */
export interface OpenRow<R> {
  readonly id: number | undefined
  /** What is known of the open row before its drawer has loaded it. */
  readonly known: R | undefined
  readonly open: (row: number | R) => void
  readonly close: () => void
  /** Goes to the next or previous row: in the open drawer, else by the cursor. */
  readonly move: (by: 1 | -1) => void
  /** The row a shortcut acts on: the open one, else the focused one. */
  readonly current: () => R | undefined
  /** Set when another row than the open one was clicked since: a shortcut could mean either. */
  readonly ambiguity: () => { readonly id: number; readonly other: number } | undefined
  /** After a row is done: closes its drawer and moves to the next open row, or shows that one in a split view. */
  readonly advance: (done: number) => void
  /** Whether the view is split: an open row is always shown. Undefined where the window is too narrow. */
  readonly isSplit: boolean | undefined
  readonly toggleSplit: () => void
}

interface OpenAddress {
  readonly search: { readonly order?: number | undefined; readonly page: number }
  readonly change: (
    patch: { readonly order: number | undefined; readonly page: number },
    options: { readonly replace: boolean; readonly keepsScroll: true },
  ) => void
}

interface OpenRowOptions<R> {
  /** Whether something is left to decide. */
  readonly isOpen: (row: R) => boolean
  /** The row as loaded by a drawer; must be a stable function. */
  readonly read: (id: number) => R | undefined
}

interface Latest<R> {
  id: number | undefined
  readonly page: number
  readonly rows: readonly R[]
  readonly split: ReturnType<typeof useSplit>
  /** The list was unmounted. */
  isUnmounted?: true
}

/** Keeps the open row in the URL, so that Back closes it and a link opens it. */
export function useOpenRow<R extends Listed>(
  { search, change }: OpenAddress,
  rows: readonly R[] | undefined,
  { isOpen, read }: OpenRowOptions<R>,
): OpenRow<R> {
  const taken = useRef<R>(undefined)
  const split = useSplit()
  const now: Latest<R> = { id: search.order, page: search.page, rows: rows ?? [], split }
  const latest = useRef(now)
  const find = useCallback(
    (id: number) => {
      const listed = latest.current.rows.find((row) => row.id === id)
      const details = read(id)
      // The drawer's data is kept fresh while it is open; afterwards the list is newer.
      const known = latest.current.id === id ? (details ?? listed) : (listed ?? details)
      return known ?? (taken.current?.id === id ? taken.current : undefined)
    },
    [read],
  )
  // The row last used, and the one open at that time.
  const used = useRef<{ row?: number | undefined; openId?: number | undefined }>({})
  useEffect(() => {
    const note = ({ target }: Event) => {
      if (target instanceof Element) used.current = { row: idOfRow(rowAround(target)), openId: latest.current.id }
    }
    addEventListener('pointerdown', note, { capture: true })
    return () => removeEventListener('pointerdown', note, { capture: true })
  }, [])
  const actions = useMemo(() => {
    const show = (id: number | undefined, replace: boolean) => {
      // A late reply must not navigate once the list was left.
      if (latest.current.isUnmounted) return
      change({ order: id, page: latest.current.page }, { replace, keepsScroll: true })
      latest.current.id = id
    }
    /** The rows after one, then those before it. */
    const othersThan = (after: number) => {
      const { rows: shown } = latest.current
      const at = shown.findIndex(({ id }) => id === after)
      return [...shown.slice(at + 1), ...shown.slice(0, Math.max(0, at)).reverse()].filter((row) => !hasLeft(row))
    }
    /** The next open row, else the last one before it, else any, else the title: never the top of the page. */
    const focusNextOpen = (after: number) => {
      const others = othersThan(after)
      const next = others.find(isOpen) ?? others[0]
      if (!next || !focusRow(next.id)) focusFirst([])
    }
    const focusOn = (id: number) => focusRow(id) || focusNextOpen(id)
    return {
      focusOn,
      open: (row: number | R) => {
        if (typeof row === 'object') taken.current = row
        show(typeof row === 'object' ? row.id : row, latest.current.id !== undefined)
      },
      showFirst: () => {
        const first = latest.current.rows.find((row) => isOpen(row) && !hasLeft(row))
        if (first) show(first.id, true)
      },
      close: () => {
        const { id, split } = latest.current
        split.set(false)
        if (id === undefined) return
        uncover()
        focusOn(id)
        // Replaces the history entry, so that Back does not reopen what was closed.
        show(undefined, true)
      },
      move: (by: 1 | -1) => {
        const { id, rows: shown } = latest.current
        if (id === undefined) return moveCursor(by)
        const live = shown.filter((row) => row.id === id || !hasLeft(row))
        const at = live.findIndex((row) => row.id === id)
        const next = at < 0 ? live[0] : live[at + by]
        if (!next) return
        if (rowWithFocus()) focusRow(next.id)
        show(next.id, true)
      },
      current: () => {
        const { id: opened, rows: shown } = latest.current
        const id = opened ?? idOfRow(rowWithFocus())
        // An open drawer shows its row's state; a row that has left is not worked on here.
        const isLeft = opened === undefined && shown.some((row) => row.id === id && hasLeft(row))
        return id === undefined || isLeft ? undefined : find(id)
      },
      ambiguity: () => {
        const { id } = latest.current
        const { row: other, openId } = used.current
        if (id === undefined || openId !== id || other === undefined || other === id) return undefined
        return idOfRow(rowWithFocus()) === other ? { id, other } : undefined
      },
      advance: (done: number) => {
        const { id, isUnmounted, split } = latest.current
        if (isUnmounted) return
        if (id === done) uncover()
        const next = id === done && split.isOn ? othersThan(done).find(isOpen) : undefined
        const isThere = id === done || idOfRow(rowWithFocus()) === done || document.activeElement === document.body
        // The drawer of the next one takes the focus, unless the list has it.
        if (isThere && (!next || rowWithFocus())) focusNextOpen(done)
        if (id === done) show(next?.id, true)
      },
    }
  }, [change, find, isOpen])
  const { id } = now
  useLayoutEffect(() => {
    const { id: before } = latest.current
    latest.current = now
    // Closed by Back: the focused element went with the drawer. Every other way of closing has moved the focus already.
    if (before && !id && document.activeElement === document.body) actions.focusOn(before)
    return () => {
      now.isUnmounted = true
    }
  })
  const isIdle = split.isOn && id === undefined && rows?.some((row) => isOpen(row) && !hasLeft(row))
  useEffect(() => {
    if (isIdle) actions.showFirst()
  }, [isIdle, actions])
  return {
    id,
    known: id === undefined ? undefined : find(id),
    isSplit: split.isPossible ? split.isOn : undefined,
    toggleSplit: () => (split.isOn ? actions.close() : split.set(true)),
    ...actions,
  }
}
