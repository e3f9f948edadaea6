import { useRef } from 'react'
import { useT } from '../ui/text/i18n.ts'
import classes from './ready-notes.module.css'

interface ReadyNotesProps {
  readonly notes: readonly string[]
  readonly note: string
  readonly onChoose: (note: string) => void
}

/** One replaces another, and goes below typed text. */
export function ReadyNotes({ notes, note: present, onChoose }: ReadyNotesProps) {
  const t = useT()
  const typed = useRef('')
  const chosen = useRef('')
  const choose = (note: string) => {
    if (present !== chosen.current) typed.current = present.trim()
    chosen.current = typed.current === '' || typed.current === note ? note : `${typed.current}\n${note}`
    onChoose(chosen.current)
  }
  if (notes.length === 0) return null
  return (
    <ul className={classes.notes} aria-label={t('Ready-made notes')}>
      {notes.map((note) => (
        <li key={note}>
          <button type="button" onClick={() => choose(note)}>
            {note}
          </button>
        </li>
      ))}
    </ul>
  )
}
