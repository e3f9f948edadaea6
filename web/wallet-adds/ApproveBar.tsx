import { Button } from '@mantine/core'
import { useState } from 'react'
import { BULK_MAX } from '#contract/limits.ts'
import { formatTk } from '#contract/money.ts'
import type { CustomerMoneyRow } from '#contract/money-rows.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { useCommand } from '../calls/use-command.ts'
import { MONEY_READS } from '../money/stale.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { type Selection, useTicked } from '../ui/table/selection.ts'
import { useT } from '../ui/text/i18n.ts'
import { sumTk } from '../ui/text/tk.ts'
import { ApproveRows, type Results } from './ApproveRows.tsx'
import classes from './wallet-adds.module.css'

/** The rows when the dialog opened: only what was read is approved, and the server refuses rows that have changed. */
interface Batch {
  readonly rows: readonly CustomerMoneyRow[]
  readonly results?: Results
}
const EMPTY: Batch = { rows: [] }

interface ApproveBarProps {
  readonly selection: Selection<CustomerMoneyRow>
}

/** The selection with its sum. Approving asks first and then shows each result; refused pending rows stay selected. */
export function ApproveBar({ selection }: ApproveBarProps) {
  const t = useT()
  const ticked = useTicked(selection)
  const [isOpen, setOpen] = useState(false)
  const [batch, setBatch] = useState<Batch>(EMPTY)
  const command = useCommand(walletAdds.approveMany, {
    pending: 'Updating wallet adds...',
    stale: MONEY_READS,
    successMessage: ({ done, refused }) =>
      t('{{done}} approved, {{refused}} refused', { done: done.length, refused: refused.length }),
  })
  const ask = () => {
    // New key: a lost call must not answer for these rows. The server refuses rows it had already decided.
    command.restart()
    setBatch({ rows: ticked })
    setOpen(true)
  }
  const approve = async () => {
    const { rows } = batch
    const results = await command.run({
      transaction_ids: rows.map(({ id }) => id),
      expected_amounts: rows.map(({ amount }) => amount),
      expected_flags: rows.map(({ flags }) => flags),
    })
    if (!results) return
    // The dialog may have been closed and reopened for other rows.
    setBatch((now) => (now === batch ? { rows, results } : now))
    selection.set(
      rows.filter(({ id }) => results.done.includes(id)),
      false,
    )
  }
  const close = () => setOpen(false)
  const isTooMany = ticked.length > BULK_MAX
  if (ticked.length === 0 && !isOpen) return null
  return (
    <>
      {ticked.length > 0 && (
        <section className={classes.bar} data-at-bottom="bar" aria-label={t('Approve selected wallet adds')}>
          <span role="status">
            {t('{{count}} selected, {{sum}}', {
              count: ticked.length,
              sum: formatTk(sumTk(ticked.map(({ amount }) => amount))),
            })}
            {isTooMany && ` (${t('at most {{count}} at once', { count: BULK_MAX })})`}
          </span>
          <span className={classes.buttons}>
            <Button variant="default" onClick={selection.clear}>
              {t('Clear selection')}
            </Button>
            <Button disabled={isTooMany} onClick={ask}>
              {t('Approve')}
            </Button>
          </span>
        </section>
      )}
      <Dialog opened={isOpen} onClose={close} size="lg" title={t(batch.results ? 'Results' : 'Approve selected wallet adds')}>
        <ApproveRows
          rows={batch.rows}
          results={batch.results}
          isRunning={command.isRunning}
          onApprove={() => void approve()}
          onClose={close}
        />
      </Dialog>
    </>
  )
}
