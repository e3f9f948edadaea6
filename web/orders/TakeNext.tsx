import type { OrderRow } from '#contract/orders.ts'
import { type Selection, useTicked } from '../ui/table/selection.ts'
import { useT } from '../ui/text/i18n.ts'
import classes from './orders.module.css'

interface TakeNextProps {
  readonly onTake: () => void
  readonly selection: Selection<OrderRow>
}

/** The largest button of the desk, an outline while rows are selected: what is done with them is next. The second click of a double click
 * would take one more order unnoticed. */
export function TakeNext({ onTake, selection }: TakeNextProps) {
  const t = useT()
  const hasTicked = useTicked(selection).length > 0
  return (
    <button
      type="button"
      data-fixed
      data-quiet={hasTicked || undefined}
      className={classes.take}
      onClick={({ detail }) => detail < 2 && onTake()}
      aria-keyshortcuts="T"
    >
      {t('Take next')} <kbd aria-hidden>T</kbd>
    </button>
  )
}
