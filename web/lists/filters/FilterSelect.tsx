import { Select } from '../../ui/Select.tsx'
import { useT } from '../../ui/text/i18n.ts'

interface FilterSelectProps<V extends string | number> {
  readonly label: string
  readonly value: V | undefined
  /** Already translated. */
  readonly choices: readonly (readonly [value: V, shown: string | number])[]
  /** English label of the choice without a filter. */
  readonly all?: string
  readonly size?: 'xs' | 'sm'
  readonly onChange: (value: V | undefined) => void
}

export function FilterSelect<V extends string | number>(props: FilterSelectProps<V>) {
  const { label, value, choices, all = 'All', size = 'xs', onChange } = props
  const t = useT()
  // The value is missing from the choices, for example a deleted admin: showing 'All' would be wrong.
  const isOther = value !== undefined && !choices.some(([one]) => one === value)
  return (
    <Select
      label={t(label)}
      labelProps={{ size }}
      value={value ?? ''}
      choices={[
        ['', t(all)],
        ...(isOther ? [[value, typeof value === 'number' ? `#${value}` : value] as const] : []),
        ...choices,
      ]}
      onChange={(chosen) => onChange(choices.find(([one]) => String(one) === chosen)?.[0])}
    />
  )
}
