import { InputBase } from '@mantine/core'
import { type FieldProps, useField } from './form-fields.ts'

export function LongTextField(props: FieldProps) {
  const { box, change } = useField<string>(props)
  return <InputBase component="textarea" multiline rows={4} {...box} onChange={(event) => change(event.currentTarget.value)} />
}
