import { Input } from '@mantine/core'
import { useId } from 'react'
import { Select } from '../Select.tsx'
import { useT } from '../text/i18n.ts'

interface FilterSelectProps<V extends string | number> {
  /** English text. */
  readonly label: string
  readonly value: V | undefined
  /** Shown as they are: already translated. */
  readonly choices: readonly (readonly [value: V, shown: string | number])[]
  /** English text of the choice that narrows nothing. */
  readonly all?: string
  readonly size?: 'xs' | 'sm'
  readonly onChange: (value: V | undefined) => void
}

/** One filter of a list by one of a few. */
export function FilterSelect<V extends string | number>(props: FilterSelectProps<V>) {
  const { label, value, choices, all = 'All', size = 'xs', onChange } = props
  const t = useT()
  const id = useId()
  // Somebody deleted, or of whom nothing has been read yet: 'All' would be untrue.
  const isOther = value !== undefined && !choices.some(([one]) => one === value)
  return (
    <Input.Wrapper label={t(label)} id={id} size={size}>
      <Select
        id={id}
        value={value ?? ''}
        choices={[
          ['', t(all)],
          ...(isOther ? [[value, typeof value === 'number' ? `#${value}` : value] as const] : []),
          ...choices,
        ]}
        onChange={(chosen) => onChange(choices.find(([one]) => String(one) === chosen)?.[0])}
      />
    </Input.Wrapper>
  )
}
