import { Checkbox } from '@mantine/core'
import { useT } from '../../ui/text/i18n.ts'
import { type FieldProps, useField } from './form-fields.ts'

/** A checkbox with the value 1 or 0. */
export function FlagField({ description, ...props }: FieldProps & { readonly description?: string }) {
  const t = useT()
  const {
    box: { value, ...box },
    change,
  } = useField<number>(props)
  return (
    <Checkbox
      {...box}
      description={description && t(description)}
      checked={value === 1}
      onChange={(event) => change(event.currentTarget.checked ? 1 : 0)}
    />
  )
}
