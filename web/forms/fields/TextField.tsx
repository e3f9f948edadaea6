import { Text, TextInput } from '@mantine/core'
import { useT } from '../../ui/text/i18n.ts'
import { type FieldProps, useField } from './form-fields.ts'
import { NumberBox } from './NumberBox.tsx'

interface TextFieldProps extends FieldProps {
  /** English text between label and input. */
  readonly description?: string
  /** The keyboard of a phone; the first two make it a number field. */
  readonly inputMode?: 'decimal' | 'numeric' | 'tel' | 'url'
  /** Forms are `noValidate`: the contract's message is shown at the field. */
  readonly type?: 'email'
  /** Unit at the end of the input: 'tk'. */
  readonly unit?: string
}

export function TextField({ description, inputMode, type, unit, ...props }: TextFieldProps) {
  const t = useT()
  const { box, change } = useField<string>(props)
  const input = {
    ...box,
    description: description && t(description),
    ...(inputMode && { inputMode }),
    ...(type && { type }),
    ...(unit && { rightSection: <Text size="sm">{unit}</Text> }),
  }
  return inputMode === 'decimal' || inputMode === 'numeric' ? (
    <NumberBox {...input} onChange={change} />
  ) : (
    <TextInput {...input} autoComplete="off" onChange={(event) => change(event.currentTarget.value)} />
  )
}
