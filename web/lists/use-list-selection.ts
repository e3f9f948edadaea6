import { useMemo, useRef } from 'react'
import type { Column, Listed } from '../ui/table/columns.ts'
import { selectColumn } from '../ui/table/SelectBox.tsx'
import { type Selection, useKnownTicks, useSelection } from '../ui/table/selection.ts'
import type { ShownList } from './ListScreen.tsx'

interface Selecting<R extends Listed> {
  readonly canTick: (row: R) => boolean
  /** Accessible name of a row's checkbox, translated: 'Select wallet add 7'. */
  readonly nameOf: (row: R) => string
}

/** The selected rows of a list, and the column that selects; another search or filter clears them. `selecting` is stable. */
export function useListSelection<R extends Listed>(
  { declared, search, list }: ShownList<R>,
  selecting: Selecting<R>,
): { selection: Selection<R>; column: Column<R> } {
  const selection = useSelection<R>(JSON.stringify(declared.filtersOf(search)))
  useKnownTicks(selection, list, selecting.canTick)
  const page = useRef<readonly R[]>([])
  // During render, as the header's checkbox reads them in the same pass.
  page.current = list.isPlaceholder ? [] : (list.rows ?? [])
  const column = useMemo(() => selectColumn<R>({ selection, page: () => page.current, ...selecting }), [selection, selecting])
  return { selection, column }
}
