import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { desk, type OrderDetails } from '#contract/desk.ts'
import type { OrderRow } from '#contract/orders.ts'
import { hasLeft } from '../kit/table/columns.ts'
import { focusRow, idOfRow, moveCursor, rowWithFocus } from '../kit/table/row-cursor.ts'
import type { ListSearch } from '../kit/use-list.ts'
import type { OrderSearch } from './search.ts'
import { isOpen } from './state.ts'

/** The order whose drawer is open, and the row that has the focus. The functions stay the same for good. */
export interface OpenOrder {
  readonly id: number | undefined
  /** What is known of the open order before its details are here. */
  readonly known: OrderRow | undefined
  readonly open: (order: number | OrderRow) => void
  readonly close: () => void
  /** The next or former order of the list: in the drawer where it is open, else by the cursor. */
  readonly walk: (by: 1 | -1) => void
  /** What a key acts on: the open order, else the row with the focus. */
  readonly current: () => OrderRow | undefined
  /** After an order is done: closes its drawer and goes on to the next open row. */
  readonly goOn: (done: number) => void
}

interface Latest extends Pick<OrderSearch, 'page'> {
  id: number | undefined
  readonly rows: readonly OrderRow[]
  /** Nobody is at the desk any more. */
  isGone?: true
}

/** Opens orders by the address, so that Back closes and a link shows one. */
export function useOpenOrder({ search, change }: ListSearch<OrderSearch>, rows: readonly OrderRow[] | undefined): OpenOrder {
  const client = useQueryClient()
  const taken = useRef<OrderRow>(undefined)
  const now: Latest = { id: search.order, page: search.page, rows: rows ?? [] }
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
    return () => {
      now.isGone = true
    }
  })
  const find = useCallback(
    (id: number) => {
      const listed = latest.current.rows.find((row) => row.id === id)
      const details = client.getQueryData<OrderDetails>([desk.details.path, { id }])?.order
      // The drawer's are kept up while it is open; afterwards the list knows better.
      const known = latest.current.id === id ? (details ?? listed) : (listed ?? details)
      return known ?? (taken.current?.id === id ? taken.current : undefined)
    },
    [client],
  )
  const actions = useMemo(() => {
    const show = (id: number | undefined, replace: boolean) => {
      // An answer that comes when one has gone elsewhere changes nothing there.
      if (latest.current.isGone) return
      change({ order: id, page: latest.current.page }, { replace, keepsScroll: true })
      latest.current.id = id
    }
    const leave = (id: number) => focusRow(id) || focusNextOpen(latest.current.rows, id)
    return {
      open: (order: number | OrderRow) => {
        if (typeof order === 'object') taken.current = order
        show(typeof order === 'object' ? order.id : order, latest.current.id !== undefined)
      },
      close: () => {
        const { id } = latest.current
        if (id === undefined) return
        leave(id)
        show(undefined, false)
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
        // The open drawer says how far its order is; a row that has left is nobody's work here.
        const isLeft = opened === undefined && shown.some((row) => row.id === id && hasLeft(row))
        return id === undefined || isLeft ? undefined : find(id)
      },
      goOn: (done: number) => {
        const { id, rows: shown, isGone } = latest.current
        if (isGone) return
        const isThere = id === done || idOfRow(rowWithFocus()) === done || document.activeElement === document.body
        if (isThere) focusNextOpen(shown, done)
        if (id === done) show(undefined, true)
      },
    }
  }, [change, find])
  const id = search.order
  return { id, known: id === undefined ? undefined : find(id), ...actions }
}

/** The next open row after an order, else the last one before it, else any row, else the title: never the page's beginning. */
function focusNextOpen(rows: readonly OrderRow[], after: number): void {
  const at = rows.findIndex(({ id }) => id === after)
  const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at)).reverse()].filter((row) => !hasLeft(row))
  const next = others.find(isOpen) ?? others[0]
  if (!next || !focusRow(next.id)) document.querySelector<HTMLElement>('h1')?.focus()
}
