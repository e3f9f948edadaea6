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
export const orderKeys = <R>({ id, move, close }: OpenRow<R>): Shortcut[] => [
  { code: 'KeyJ', label: 'Next order', repeats: true, run: () => move(1) },
  { code: 'KeyK', label: 'Previous order', repeats: true, run: () => move(-1) },
  ...(id === undefined ? [] : [{ code: 'Escape', label: 'Close the order', run: close }]),
]
