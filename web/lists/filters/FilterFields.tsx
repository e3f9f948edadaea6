import { Stack } from '@mantine/core'
import type { ListParts, Value } from '../declare-list.ts'
import type { ListSearch } from '../use-list.ts'
import { DaysFields } from './DaysFields.tsx'
import { FilterInput } from './FilterInput.tsx'
import { FilterSelect } from './FilterSelect.tsx'

interface FilterFieldsProps extends ListSearch {
  readonly declared: ListParts
}

export function FilterFields({ declared, search, change }: FilterFieldsProps) {
  const { days, filters } = declared
  const names = Object.keys(filters).filter((name) => filters[name]?.place === undefined)
  return (
    <Stack gap="xs">
      {names.map((name) => (
        <FilterField key={name} name={name} declared={declared} search={search} change={change} />
      ))}
      {days && <DaysFields search={search} days={days} change={change} />}
    </Stack>
  )
}

/** One filter as declared. */
export function FilterField({ name, declared, search, change }: FilterFieldsProps & { readonly name: string }) {
  const filter = declared.filters[name]
  if (!filter) return null
  const { label, useChoices, Field } = filter
  const props = { label, value: search[name] as never, onChange: (value: Value | undefined) => change({ [name]: value }) }
  if (Field) return <Field {...props} />
  if (useChoices) return <ChoiceFilter {...props} useChoices={useChoices} />
  return <FilterInput {...props} schema={declared.schemaOf(name)} />
}

interface ChoiceFilterProps {
  readonly label: string
  readonly value: Value | undefined
  readonly useChoices: () => readonly (readonly [Value, Value])[]
  readonly onChange: (value: Value | undefined) => void
}

const ChoiceFilter = ({ useChoices, ...props }: ChoiceFilterProps) => <FilterSelect {...props} choices={useChoices()} />
