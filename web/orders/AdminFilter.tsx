import { desk } from '#contract/desk.ts'
import { useMay } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import type { FilterFieldProps } from '../lists/declare-list.ts'
import { FilterSelect } from '../lists/filters/FilterSelect.tsx'
import { ReadError } from '../ui/states.tsx'

/** Lets a super admin filter by another admin's packages. */
export function AdminFilter(props: FilterFieldProps<number>) {
  const isSuper = useMay('run_the_shop')
  const { data, error, refetch } = useData(desk.admins, {}, { enabled: isSuper })
  if (!isSuper) return null
  if (error && !data) return <ReadError query={{ error, refetch }} />
  return <FilterSelect {...props} choices={data?.data.map((admin) => [admin.id, admin.name] as const) ?? []} />
}
