import type { Shortcut } from '../../ui/keys.ts'
import { t } from '../../ui/text/i18n.ts'
import { toastFailed } from '../../ui/toasts.ts'
import type { OpenRow } from './use-open-row.ts'

/** Runs a shortcut's action on its row; shows a message if two rows could be meant. */
export function actOn<R>(opened: OpenRow<R>, what: (row: R) => void): void {
  const ambiguity = opened.ambiguity()
  if (ambiguity) toastFailed(t('Order {{id}} is open, but you are on order {{other}}', ambiguity))
  else {
    const row = opened.current()
    if (row) what(row)
  }
}

/** Shortcuts that go through a list of orders, and close the open one. */
export const orderKeys = <R>(opened: OpenRow<R>): Shortcut[] => [
  ...walkingKeys(opened, ['Next order', 'Previous order']),
  ...(opened.id === undefined ? [] : [{ code: 'Escape', label: 'Close the order', run: opened.close }]),
]

/** Shortcuts that go through any list, and split its view. */
export const walkingKeys = <R>(
  { move, isSplit, toggleSplit }: OpenRow<R>,
  [next, previous]: readonly [string, string],
): Shortcut[] => [
  { code: 'KeyJ', label: next, repeats: true, run: () => move(1) },
  { code: 'KeyK', label: previous, repeats: true, run: () => move(-1) },
  ...(isSplit === undefined ? [] : [{ code: 'KeyB', label: 'Stay beside the list', run: toggleSplit }]),
]
