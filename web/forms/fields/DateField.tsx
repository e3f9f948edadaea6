import { TextInput } from '@mantine/core'
import { type FieldProps, useField } from './form-fields.ts'

/** A day as YYYY-MM-DD, by the browser's date input; empty if none. */
export function DateField(props: FieldProps) {
  const { id, label, value, error, change } = useField<string>(props)
  return (
    <TextInput
      id={id}
      type="date"
      name={props.name}
      label={label}
      required={props.required ?? false}
      error={error}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
