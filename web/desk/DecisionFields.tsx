import { type Actions, effectOf } from './actions.ts'
import { Choices } from './Choices.tsx'
import { NoteField } from './NoteField.tsx'
import { ReadyNotes } from './ReadyNotes.tsx'

interface DecisionFieldsProps<S extends string, R> {
  readonly actions: Actions<S, R>
  readonly row: R
  readonly offered: readonly S[]
  readonly status: {
    readonly chosen: S | undefined
    /** Nothing is chosen at first. */
    readonly required?: true
    readonly error?: string | undefined
    readonly choose: (status: S) => void
  }
  readonly note: {
    readonly text: string
    /** The note that the customer sees now. */
    readonly present: string
    readonly write: (note: string) => void
    /** Those that a status offers. */
    readonly ready: (status: S) => readonly string[]
  }
  /** In a drawer, which has less room. */
  readonly isShort: boolean
}

/** The statuses that a row may get, and the note that goes with one. */
export function DecisionFields<S extends string, R extends { readonly status: S }>(props: DecisionFieldsProps<S, R>) {
  const { actions, row, offered, status, note, isShort } = props
  return (
    <>
      <Choices
        legend="Order status"
        required={status.required}
        choices={offered.map((value) => ({ value, about: effectOf(actions, value, row) }))}
        chosen={status.chosen}
        error={status.error}
        onChange={status.choose}
      />
      <NoteField note={note.text} present={note.present} rows={isShort ? 1 : 3} isDraft onChange={note.write} />
      {status.chosen && <ReadyNotes notes={note.ready(status.chosen)} note={note.text} onChoose={note.write} />}
    </>
  )
}
