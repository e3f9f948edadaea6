import { InputBase } from '@mantine/core'
import { type FieldProps, useField } from './form-fields.ts'

export function LongTextField({ rows = 4, ...props }: FieldProps & { readonly rows?: number }) {
  const { box, change } = useField<string>(props)
  return (
    <InputBase
      component="textarea"
      multiline
      rows={rows}
      {...box}
      onChange={(event) => change(event.currentTarget.value)}
      // By itself a browser brings only the caret's line into view, not the lines below it.
      onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
    />
  )
}
