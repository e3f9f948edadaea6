import { Text, TextInput } from '@mantine/core'
import { useT } from '../text/i18n.ts'
import { type FieldProps, useField } from './form-fields.ts'
import { NumberBox } from './NumberBox.tsx'

interface TextFieldProps extends FieldProps {
  /** English text between label and box. */
  readonly description?: string
  /** What a phone's keyboard offers; the first two are for numbers. */
  readonly inputMode?: 'decimal' | 'numeric' | 'tel' | 'url'
  /** Forms are `noValidate`: what is wrong with an address is said in the contract's words, at the field. */
  readonly type?: 'email'
  /** Stands at the box's end: 'tk'. */
  readonly unit?: string
}

/** One line of text, or a number: the contract's schema reads it. */
export function TextField({ description, inputMode, type, unit, ...props }: TextFieldProps) {
  const t = useT()
  const { id, label, value, error, change } = useField<string>(props)
  const box = {
    id,
    name: props.name,
    label,
    required: props.required ?? false,
    description: description && t(description),
    error,
    value,
    ...(inputMode && { inputMode }),
    ...(type && { type }),
    ...(unit && { rightSection: <Text size="sm">{unit}</Text> }),
  }
  return inputMode === 'decimal' || inputMode === 'numeric' ? (
    <NumberBox {...box} onChange={change} />
  ) : (
    <TextInput {...box} autoComplete="off" onChange={(event) => change(event.currentTarget.value)} />
  )
}
