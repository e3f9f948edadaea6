import { InputBase } from '@mantine/core'
import { MAX_TEXT } from '#contract/limits.ts'
import { useT } from '../ui/text/i18n.ts'

interface NoteFieldProps {
  readonly note: string
  /** The note that the customer sees now. */
  readonly present?: string
  readonly rows?: number
  readonly hasFocus?: boolean
  /** Kept as a draft, so the dialog closes without asking. */
  readonly isDraft?: boolean
  readonly onChange: (note: string) => void
}

/** The note sent to the customer with a decision. */
export function NoteField({ note, present = '', rows = 3, hasFocus, isDraft, onChange }: NoteFieldProps) {
  const t = useT()
  const aboutNote = t(present ? 'Current note: {{note}}' : 'The customer sees it.', { note: present })
  return (
    <InputBase
      component="textarea"
      multiline
      label={t('Note to the customer')}
      description={rows === 1 && !present ? undefined : aboutNote}
      rows={rows}
      {...(rows === 1 && { placeholder: t('The customer sees it.') })}
      maxLength={MAX_TEXT}
      data-autofocus={hasFocus}
      value={note}
      onInput={(event) => isDraft && event.stopPropagation()}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
