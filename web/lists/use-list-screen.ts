import type { Listed } from '../ui/table/columns.ts'
import type { DeclaredList, ListState } from './declare-list.ts'
import type { ShownList } from './ListScreen.tsx'
import { useList, useListSearch } from './use-list.ts'

/** Reads the rows that the URL asks for. */
export function useListScreen<A extends ListState, I extends object, O, R extends Listed>(
  declared: DeclaredList<A, I, O, R>,
): ShownList<R, A> {
  const address = useListSearch(declared.address)
  const { call, rows: rowsOf, live } = declared
  const list = useList(call, declared.inputOf(address.search) as never, { rowsOf, ...(live && { live }) })
  return { declared, ...address, list }
}
