import { Button } from '@mantine/core'
import { useState } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { useCan } from '../../calls/session.ts'
import { type Selection, useTicked } from '../../ui/table/selection.ts'
import { useT } from '../../ui/text/i18n.ts'
import { BulkDialog } from './BulkDialog.tsx'
import classes from './bulk.module.css'

export function BulkBar({ selection }: { selection: Selection<OrderRow> }) {
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
