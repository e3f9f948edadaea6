import { onSessionChange } from '../calls/session-store.ts'
import { withoutDrawers } from '../ui/dialogs/drawers.ts'

type Search = Record<string, unknown>

/** By path. A reload clears it, so a form opened directly leads to the plain list. */
const searches = new Map<string, Search>()

// Searches are private to their admin.
onSessionChange(() => searches.clear())

/** Remembers what a list showed when it was left. */
export const recordListSearch = ({ pathname, search }: { readonly pathname: string; readonly search: Search }): void =>
  void searches.set(pathname, withoutDrawers(search))

/** The search, sort, page and size with which a form returns to its list. */
export const lastListSearch = (list: string): Search => searches.get(list) ?? {}
