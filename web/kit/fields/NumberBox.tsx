import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { plainNumber } from './plain-number.ts'

interface NumberBoxProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** As the contract reads it. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A box for a number: it shows what was typed, '1,000' or '১০০', and tells what that means. */
export function NumberBox({ value, onChange, ...props }: NumberBoxProps) {
  const [typed, setTyped] = useState(value)
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...props}
      // Something else has been put in from outside: 'Hand over everything'.
      value={plainNumber(typed) === value ? typed : value}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(plainNumber(event.currentTarget.value))
      }}
    />
  )
}
