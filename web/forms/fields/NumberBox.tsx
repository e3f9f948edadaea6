import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { plainNumber } from '../../ui/text/plain-number.ts'

interface NumberBoxProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** As the contract parses it. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A number input that shows what was typed, such as '1,000' or '১০০', and reports the plain number. */
export function NumberBox({ value, onChange, ...props }: NumberBoxProps) {
  const [typed, setTyped] = useState(value)
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...props}
      // The value was set from outside, for example by 'Hand over everything'.
      value={plainNumber(typed) === value ? typed : value}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(plainNumber(event.currentTarget.value))
      }}
    />
  )
}
