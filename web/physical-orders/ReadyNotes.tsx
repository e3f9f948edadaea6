import type { PhysicalOrderStatus } from '#contract/physical-orders.ts'
import { useT } from '../kit/i18n.ts'
import classes from './physical-orders.module.css'

const NOTES = {
  pending: ['We pack it tomorrow'],
  in_progress: ['Packed, the courier has it', 'On its way: two to four days'],
  completed: ['Delivered, thank you'],
  cancelled: ['Out of stock, refunded', 'Nobody was there to receive it, refunded', 'Cancelled as you asked'],
} as const satisfies Record<PhysicalOrderStatus, readonly string[]>

interface ReadyNotesProps {
  readonly status: PhysicalOrderStatus
  readonly onChoose: (note: string) => void
}

/** Notes that a clerk writes every day. They go to the customer as they are, so no language changes them. */
export function ReadyNotes({ status, onChoose }: ReadyNotesProps) {
  const t = useT()
  return (
    <ul className={classes.notes} aria-label={t('Ready-made notes')}>
      {NOTES[status].map((note) => (
        <li key={note}>
          <button type="button" onClick={() => onChoose(note)}>
            {note}
          </button>
        </li>
      ))}
    </ul>
  )
}
