import type { ListParts, Value } from '../declare-list.ts'
import type { ListSearch } from '../use-list.ts'
import { formatDays, momentOf, NO_DAYS } from './days.ts'
import { Chip, Chips } from './FilterChips.tsx'

/** What the list is filtered by, each with a button that removes it. */
export function ListChips({ declared, search, change }: ListSearch & { readonly declared: ListParts }) {
  const { filters, days } = declared
  const range = days && formatDays(search)
  const set = Object.entries(filters).filter(([name]) => search[name] !== undefined)
  return (
    <Chips onClear={() => change(declared.cleared(search))}>
      {search.q !== undefined && (
        <Chip label="Search" value={search.q} onRemove={() => change(declared.searched(undefined, search))} />
      )}
      {set.map(([name, { label, useChoices = NO_CHOICES }]) => (
        <FilterChip
          key={name}
          label={label}
          value={search[name] ?? ''}
          useChoices={useChoices}
          onRemove={() => change({ [name]: undefined })}
        />
      ))}
      {days && range && <Chip label={momentOf(search, days)} value={range} onRemove={() => change(NO_DAYS)} />}
    </Chips>
  )
}

const NO_CHOICES = () => []

interface FilterChipProps {
  readonly label: string
  readonly value: Value
  readonly useChoices: () => readonly (readonly [Value, Value])[]
  readonly onRemove: () => void
}

/** A value that is not among the choices, such as a deleted admin, appears as it is. */
const FilterChip = ({ value, useChoices, ...chip }: FilterChipProps) => (
  <Chip {...chip} value={useChoices().find(([one]) => one === value)?.[1] ?? value} />
)
