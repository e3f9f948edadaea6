import { useT } from '../text/i18n.ts'
import classes from './ready-notes.module.css'

interface ReadyNotesProps {
  readonly notes: readonly string[]
  readonly onChoose: (note: string) => void
}

/** Notes that a clerk writes every day. They go to the customer as they are, so no language changes them. */
export function ReadyNotes({ notes, onChoose }: ReadyNotesProps) {
  const t = useT()
  if (notes.length === 0) return null
  return (
    <ul className={classes.notes} aria-label={t('Ready-made notes')}>
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
