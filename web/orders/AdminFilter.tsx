import { Input } from '@mantine/core'
import { useId } from 'react'
import { desk } from '#contract/desk.ts'
import { useT } from '../kit/i18n.ts'
import { Select } from '../kit/Select.tsx'
import { ReadError } from '../kit/states.tsx'
import { useData } from '../kit/use-data.ts'

export interface AdminFilterProps {
  readonly value: number | undefined
  readonly onChange: (admin: number | undefined) => void
}

/** Narrows Admins Order to the packages of one sub-admin. */
export function AdminFilter({ value, onChange }: AdminFilterProps) {
  const t = useT()
  const id = useId()
  const { data, error, refetch } = useData(desk.admins, {})
  if (error && !data) return <ReadError query={{ error, refetch }} />
  return (
    <Input.Wrapper label={t('Admin')} id={id} size="xs">
      <Select
        id={id}
        value={value ?? ''}
        choices={[['', t('All')], ...(data?.data.map((admin) => [admin.id, admin.name] as const) ?? [])]}
        onChange={(chosen) => onChange(chosen === '' ? undefined : Number(chosen))}
      />
    </Input.Wrapper>
  )
}
