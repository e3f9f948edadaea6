import { desk } from '#contract/desk.ts'
import { useData } from '../calls/use-data.ts'
import { FilterSelect } from '../lists/filters/FilterSelect.tsx'
import { ReadError } from '../ui/states.tsx'

export interface AdminFilterProps {
  readonly value: number | undefined
  readonly onChange: (admin: number | undefined) => void
}

export function AdminFilter({ value, onChange }: AdminFilterProps) {
  const { data, error, refetch } = useData(desk.admins, {})
  if (error && !data) return <ReadError query={{ error, refetch }} />
  return (
    <FilterSelect
      label="Admin"
      value={value}
      choices={data?.data.map((admin) => [admin.id, admin.name] as const) ?? []}
      onChange={onChange}
    />
  )
}
