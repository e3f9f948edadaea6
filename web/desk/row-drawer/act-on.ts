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
