import { Input } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useT } from '../i18n.ts'
import { type FieldProps, useField } from './form-fields.ts'

interface SelectFieldProps extends FieldProps {
  /** What can be chosen; undefined until it is here. */
  readonly choices: readonly { readonly id: number; readonly name: string }[] | undefined
}

/** One of a few things, by the browser's own list; its id is the value. */
export function SelectField({ choices, ...props }: SelectFieldProps) {
  const t = useT()
  const { id, label, value, error, change } = useField<string>(props)
  return (
    <Input.Wrapper id={id} label={label} required={props.required ?? false} error={error}>
      <Input
        id={id}
        component="select"
        name={props.name}
        pointer
        required={props.required ?? false}
        error={Boolean(error)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        rightSection={<IconChevronDown size={16} aria-hidden />}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      >
        <option value="">{t(choices ? 'Choose one' : 'Loading')}</option>
        {choices?.map(({ id: choice, name }) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </Input>
    </Input.Wrapper>
  )
}
