import { t } from '../text/i18n.ts'
import { toastFailed } from '../toasts.ts'
import type { OpenRow } from './use-open-row.ts'

/** Does what a key asks for with the row that it means; says so where it could mean either of two. */
export function actOn<R>(opened: OpenRow<R>, what: (row: R) => void): void {
  const between = opened.between()
  if (between) toastFailed(t('Order {{id}} is open, and you are at order {{other}}', between))
  else {
    const row = opened.current()
    if (row) what(row)
  }
}
