import { CANNED_NOTES } from '#contract/desk.ts'
import type { OrderStatus } from '#contract/orders.ts'
import { useT } from '../kit/i18n.ts'
import classes from './orders.module.css'

interface CannedNotesProps {
  readonly status: OrderStatus
  readonly onChoose: (note: string) => void
}

/** Notes that a clerk writes a hundred times a day. They go to the customer as they are, so no language changes them. */
export function CannedNotes({ status, onChoose }: CannedNotesProps) {
  const t = useT()
  const notes: readonly string[] = CANNED_NOTES[status]
  if (notes.length === 0) return null
  return (
    <ul className={classes.canned} aria-label={t('Ready-made notes')}>
      {notes.map((note) => (
        <li key={note}>
          <button type="button" onClick={() => onChoose(note)}>
            {note}
          </button>
        </li>
      ))}
    </ul>
  )
}
