import { DateBox } from '../../ui/DateBox.tsx'
import { formatDay, isDay } from '../../ui/text/day.ts'
import { type FieldProps, useField, useShownValues } from './form-fields.ts'

const shownOf = (value: string) => (isDay(value) ? formatDay(value) : undefined)

/** A day as YYYY-MM-DD; empty if none. */
export function DateField(props: FieldProps) {
  const { box, change } = useField<string>(props)
  useShownValues(props.name, shownOf)
  return <DateBox {...box} onChange={change} />
}
