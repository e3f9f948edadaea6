import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { hasLeft, type Listed } from '../table/columns.ts'
import { focusRow, idOfRow, moveCursor, rowAround, rowWithFocus } from '../table/row-cursor.ts'
import { uncover } from './uncover.ts'

/** The row whose drawer is open, and the row that has the focus. The functions stay the same for good. */
export interface OpenRow<R> {
  readonly id: number | undefined
  /** What is known of the open row before its drawer has read it. */
  readonly known: R | undefined
  readonly open: (row: number | R) => void
  readonly close: () => void
  /** The next or former row of the list: in the drawer where it is open, else by the cursor. */
  readonly walk: (by: 1 | -1) => void
  /** What a key acts on: the open row, else the one with the focus. */
  readonly current: () => R | undefined
  /** Where another row than the open one has been used with the mouse since: a key could mean either. */
  readonly between: () => { readonly id: number; readonly other: number } | undefined
  /** After a row is done: closes its drawer and goes on to the next open one. */
  readonly goOn: (done: number) => void
}

/** The part of a list's address that says which row's drawer is open. */
interface OpenAddress {
  readonly search: { readonly order?: number | undefined; readonly page: number }
  readonly change: (
    patch: { readonly order: number | undefined; readonly page: number },
    options: { readonly replace: boolean; readonly keepsScroll: true },
  ) => void
}

interface OpenRowOptions<R> {
  /** Whether something is left to do with it. */
  readonly isOpen: (row: R) => boolean
  /** What a drawer has read of a row; the same function for good. */
  readonly read: (id: number) => R | undefined
}

interface Latest<R> {
  id: number | undefined
  readonly page: number
  readonly rows: readonly R[]
  /** Nobody is at the list any more. */
  isGone?: true
}

/** Opens rows by the address, so that Back closes and a link shows one. */
export function useOpenRow<R extends Listed>(
  { search, change }: OpenAddress,
  rows: readonly R[] | undefined,
  { isOpen, read }: OpenRowOptions<R>,
): OpenRow<R> {
  const taken = useRef<R>(undefined)
  const now: Latest<R> = { id: search.order, page: search.page, rows: rows ?? [] }
  const latest = useRef(now)
  const find = useCallback(
    (id: number) => {
      const listed = latest.current.rows.find((row) => row.id === id)
      const details = read(id)
      // The drawer's are kept up while it is open; afterwards the list knows better.
      const known = latest.current.id === id ? (details ?? listed) : (listed ?? details)
      return known ?? (taken.current?.id === id ? taken.current : undefined)
    },
    [read],
  )
  // Which row was used last, and which one was open then.
  const used = useRef<{ row?: number | undefined; beside?: number | undefined }>({})
  useEffect(() => {
    const note = ({ target }: Event) => {
      if (target instanceof Element) used.current = { row: idOfRow(rowAround(target)), beside: latest.current.id }
    }
    addEventListener('pointerdown', note, { capture: true })
    return () => removeEventListener('pointerdown', note, { capture: true })
  }, [])
  const actions = useMemo(() => {
    const show = (id: number | undefined, replace: boolean) => {
      // An answer that comes when one has gone elsewhere changes nothing there.
      if (latest.current.isGone) return
      change({ order: id, page: latest.current.page }, { replace, keepsScroll: true })
      latest.current.id = id
    }
    /** The next open row after one, else the last before it, else any, else the title: never the page's beginning. */
    const focusNextOpen = (after: number) => {
      const { rows: shown } = latest.current
      const at = shown.findIndex(({ id }) => id === after)
      const others = [...shown.slice(at + 1), ...shown.slice(0, Math.max(0, at)).reverse()].filter((row) => !hasLeft(row))
      const next = others.find(isOpen) ?? others[0]
      if (!next || !focusRow(next.id)) document.querySelector<HTMLElement>('h1')?.focus()
    }
    const focusOn = (id: number) => focusRow(id) || focusNextOpen(id)
    return {
      focusOn,
      open: (row: number | R) => {
        if (typeof row === 'object') taken.current = row
        show(typeof row === 'object' ? row.id : row, latest.current.id !== undefined)
      },
      close: () => {
        const { id } = latest.current
        if (id === undefined) return
        uncover()
        focusOn(id)
        // In the place of the open row's address: Back does not open again what was closed.
        show(undefined, true)
      },
      walk: (by: 1 | -1) => {
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
        // The open drawer says how far its row is; one that has left is nobody's work here.
        const isLeft = opened === undefined && shown.some((row) => row.id === id && hasLeft(row))
        return id === undefined || isLeft ? undefined : find(id)
      },
      between: () => {
        const { id } = latest.current
        const { row: other, beside } = used.current
        if (id === undefined || beside !== id || other === undefined || other === id) return undefined
        return idOfRow(rowWithFocus()) === other ? { id, other } : undefined
      },
      goOn: (done: number) => {
        const { id, isGone } = latest.current
        if (isGone) return
        if (id === done) uncover()
        const isThere = id === done || idOfRow(rowWithFocus()) === done || document.activeElement === document.body
        if (isThere) focusNextOpen(done)
        if (id === done) show(undefined, true)
      },
    }
  }, [change, find, isOpen])
  const { id } = now
  useLayoutEffect(() => {
    const { id: before } = latest.current
    latest.current = now
    // Back has closed it, and what had the focus went with its drawer; everything else that closes it has moved the focus by now.
    if (before && !id && document.activeElement === document.body) actions.focusOn(before)
    return () => {
      now.isGone = true
    }
  })
  return { id, known: id === undefined ? undefined : find(id), ...actions }
}
