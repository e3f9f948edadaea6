import type { Shortcut } from '../../ui/keys.ts'
import type { OpenRow } from './use-open-row.ts'

/** Shortcuts that go through a list of orders, and close the open one. */
export const orderKeys = <R>({ id, move, close }: OpenRow<R>): Shortcut[] => [
  { code: 'KeyJ', label: 'Next order', repeats: true, run: () => move(1) },
  { code: 'KeyK', label: 'Previous order', repeats: true, run: () => move(-1) },
  ...(id === undefined ? [] : [{ code: 'Escape', label: 'Close the order', run: close }]),
]
