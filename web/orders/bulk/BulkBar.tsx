import { Button } from '@mantine/core'
import { useState } from 'react'
import { desk } from '#contract/desk.ts'
import { BULK_ORDERS_MAX } from '#contract/limits.ts'
import type { OrderRow } from '#contract/orders.ts'
import { asApiError, call } from '../../calls/api.ts'
import { useCan } from '../../calls/session.ts'
import type { ListParts } from '../../lists/declare-list.ts'
import type { List, ListSearch } from '../../lists/use-list.ts'
import { type Selection, useTicked } from '../../ui/table/selection.ts'
import { useT } from '../../ui/text/i18n.ts'
import { toastFailed, toastPending } from '../../ui/toasts.ts'
import { WorkButton } from '../../ui/WorkButton.tsx'
import type { DeskKind } from '../desks.tsx'
import { BulkDialog } from './BulkDialog.tsx'
import classes from './bulk.module.css'

export interface BulkBarProps {
  readonly selection: Selection<OrderRow>
  readonly kind: DeskKind
  readonly shown: ListSearch & { readonly declared: ListParts; readonly list: List<OrderRow> }
}

export function BulkBar({ selection, kind, shown }: BulkBarProps) {
  const t = useT()
  const can = useCan()
  const ticked = useTicked(selection)
  const [opening, setOpening] = useState<{ status: 'completed' | 'cancel' } | null>(null)
  return (
    <section className={classes.bar} data-at-bottom="bar" aria-label={t('Selected orders')}>
      <b role="status">{t('{{count}} selected', { count: ticked.length })}</b>
      <Button onClick={() => setOpening({ status: 'completed' })}>{t('Complete selected')}</Button>
      {can('orders_cancel') && (
        <Button color="red" variant="outline" onClick={() => setOpening({ status: 'cancel' })}>
          {t('Cancel selected')}
        </Button>
      )}
      <SelectMatching selection={selection} kind={kind} shown={shown} />
      <Button variant="default" onClick={selection.clear}>
        {t('Clear selection')}
      </Button>
      {opening && (
        <BulkDialog
          status={opening.status}
          selection={selection}
          // A late reply closes only its own dialog, not one opened meanwhile.
          onClose={() => setOpening((now) => (now === opening ? null : now))}
        />
      )}
    </section>
  )
}

/** Of an open tab: what matches now is selected row by row, so that later orders are not decided unseen. */
function SelectMatching({ selection, kind, shown: { declared, search, list } }: BulkBarProps) {
  const t = useT()
  const [isRunning, setRunning] = useState(false)
  const isPart = list.isCapped || list.total > BULK_ORDERS_MAX
  const count = isPart ? BULK_ORDERS_MAX : list.total
  const ticked = useTicked(selection).length
  if (search.status === 'all' || count <= ticked) return null
  const select = async () => {
    setRunning(true)
    try {
      const { data } = await call(desk.matching, { ...declared.filtersOf(search), list: kind })
      selection.set(data.orders, true)
    } catch (error) {
      toastFailed(asApiError(error), toastPending('Selecting...'))
    }
    setRunning(false)
  }
  return (
    <WorkButton variant="default" isRunning={isRunning} onClick={() => void select()}>
      {t(isPart ? 'Select the oldest {{count}} matching' : 'Select all {{count}} matching', { count })}
    </WorkButton>
  )
}
