import { Input } from '@mantine/core'
import { type FieldProps, useField } from './form-fields.ts'

export function LongTextField(props: FieldProps) {
  const { id, label, value, error, change } = useField<string>(props)
  return (
    <Input.Wrapper id={id} label={label} required={props.required ?? false} error={error}>
      <Input
        id={id}
        component="textarea"
        multiline
        rows={4}
        name={props.name}
        required={props.required ?? false}
        error={Boolean(error)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </Input.Wrapper>
  )
}
