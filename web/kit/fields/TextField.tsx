import { Text, TextInput } from '@mantine/core'
import { useT } from '../i18n.ts'
import { type FieldProps, useField } from './form-fields.ts'

interface TextFieldProps extends FieldProps {
  /** English text between label and box. */
  readonly description?: string
  /** What a phone's keyboard offers. */
  readonly inputMode?: 'decimal' | 'numeric' | 'url'
  /** Stands at the box's end: 'tk'. */
  readonly unit?: string
}

/** One line of text, or a number as it is typed: the contract's schema reads it. */
export function TextField({ description, inputMode, unit, ...props }: TextFieldProps) {
  const t = useT()
  const { id, label, value, error, change } = useField<string>(props)
  return (
    <TextInput
      id={id}
      name={props.name}
      label={label}
      required={props.required ?? false}
      description={description && t(description)}
      error={error}
      value={value}
      autoComplete="off"
      {...(inputMode && { inputMode })}
      {...(unit && { rightSection: <Text size="sm">{unit}</Text> })}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
