import { InputBase, type InputBaseProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'

interface SelectProps extends InputBaseProps, Omit<ComponentProps<'select'>, keyof InputBaseProps | 'value' | 'onChange'> {
  readonly value: string | number
  /** Already translated. */
  readonly choices: readonly (readonly [value: string | number, shown: string | number])[]
  readonly onChange: (value: string) => void
}

/** A native select. */
export function Select({ choices, onChange, ...input }: SelectProps) {
  return (
    <InputBase
      component="select"
      pointer
      rightSection={<IconChevronDown size={16} aria-hidden />}
      {...input}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {choices.map(([value, shown]) => (
        <option key={value} value={value}>
          {shown}
        </option>
      ))}
    </InputBase>
  )
}
