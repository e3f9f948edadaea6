import { Input } from '@mantine/core'
import { useId } from 'react'
import { MAX_TEXT } from '#contract/limits.ts'
import { useT } from '../text/i18n.ts'

interface NoteFieldProps {
  readonly note: string
  /** The one that the customer sees by now. */
  readonly present?: string
  readonly rows?: number
  readonly hasFocus?: boolean
  /** A draft: it is there again, so that a dialog need not ask before it goes. */
  readonly isKept?: boolean
  readonly onChange: (note: string) => void
}

/** The note that goes to the customer with a decision. */
export function NoteField({ note, present = '', rows = 3, hasFocus, isKept, onChange }: NoteFieldProps) {
  const t = useT()
  const id = useId()
  return (
    <Input.Wrapper
      id={id}
      label={t('Note to the customer')}
      description={t(present ? 'Present note: {{note}}' : 'The customer sees it.', { note: present })}
    >
      <Input
        id={id}
        component="textarea"
        multiline
        rows={rows}
        maxLength={MAX_TEXT}
        data-autofocus={hasFocus}
        value={note}
        onInput={(event) => isKept && event.stopPropagation()}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Input.Wrapper>
  )
}
