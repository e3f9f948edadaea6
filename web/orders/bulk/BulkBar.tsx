import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { useCan } from '../../calls/session.ts'
import { focusOrRows } from '../../ui/focus/lost-focus.ts'
import { type Selection, useTicked } from '../../ui/table/selection.ts'
import { useT } from '../../ui/text/i18n.ts'
import { BulkDialog } from './BulkDialog.tsx'
import classes from './bulk.module.css'

export function BulkBar({ selection }: { selection: Selection<OrderRow> }) {
  const t = useT()
  const can = useCan()
  const ticked = useTicked(selection)
  const [opening, setOpening] = useState<{ status: 'completed' | 'cancel' } | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  const open = (status: 'completed' | 'cancel') => (event: React.MouseEvent<HTMLElement>) => {
    opener.current = event.currentTarget
    setOpening({ status })
  }
  return (
    <section className={classes.bar} data-at-bottom="bar" aria-label={t('Selected orders')}>
      <b role="status">{t('{{count}} selected', { count: ticked.length })}</b>
      <Button onClick={open('completed')}>{t('Complete selected')}</Button>
      {can('orders_cancel') && (
        <Button color="red" variant="outline" onClick={open('cancel')}>
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
          onClose={() => {
            // A late reply closes only its own dialog, not one opened meanwhile.
            setOpening((now) => (now === opening ? null : now))
            const from = opener.current
            setTimeout(() => focusOrRows(from))
          }}
        />
      )}
    </section>
  )
}
