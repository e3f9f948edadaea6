import { InputBase } from '@mantine/core'
import { type FieldProps, useField } from './form-fields.ts'

export function LongTextField(props: FieldProps) {
  const { id, label, value, error, change } = useField<string>(props)
  return (
    <InputBase
      id={id}
      component="textarea"
      multiline
      rows={4}
      name={props.name}
      label={label}
      required={props.required ?? false}
      error={error}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
