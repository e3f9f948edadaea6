import { onSessionChange } from '../calls/session-store.ts'
import { withoutDrawers } from '../dialogs/drawers.ts'

type Search = Record<string, unknown>

/** By path. A reload forgets them, so a form that was opened directly leads to the plain list. */
const left = new Map<string, Search>()

// What somebody searched for is nobody else's business.
onSessionChange(() => left.clear())

/** Remembers what a list showed in this tab when one left it. */
export const noteLeft = ({ pathname, search }: { readonly pathname: string; readonly search: Search }): void =>
  void left.set(pathname, withoutDrawers(search))

/** The search, sort, page and size with which a form leads back to its list. */
export const leftSearch = (list: string): Search => left.get(list) ?? {}
