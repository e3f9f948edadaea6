import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../ui/text/i18n.ts'
import type { Choice } from './use-choice.ts'

interface TriStateProps {
  /** The group's label, already translated. */
  readonly label: string
  /** Beside the label, dimmed. */
  readonly note?: ReactNode
  readonly ids: readonly number[]
  readonly choice: Choice
  readonly disabled?: boolean
}

/** A checkbox for several others; indeterminate while only some are ticked. */
export function TriState({ label, note, ids, choice, disabled = false }: TriStateProps) {
  const t = useT()
  const count = ids.filter(choice.has).length
  const isAll = count > 0 && count === ids.length
  return (
    <Checkbox
      fw={600}
      label={
        <>
          {label} {note && <small>{note}</small>}
        </>
      }
      aria-label={t('Select all of {{name}}', { name: label })}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      disabled={disabled || ids.length === 0}
      onChange={() => choice.set(ids, !isAll)}
    />
  )
}
