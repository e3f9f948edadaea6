import { useT } from '../ui/text/i18n.ts'
import classes from './orders.module.css'

/** The largest button of the desk. The second click of a double click would take one more order unnoticed. */
export function TakeNext({ onTake }: { onTake: () => void }) {
  const t = useT()
  return (
    <button
      type="button"
      data-fixed
      className={classes.take}
      onClick={({ detail }) => detail < 2 && onTake()}
      aria-keyshortcuts="T"
    >
      {t('Take next')} <kbd aria-hidden>T</kbd>
    </button>
  )
}
