import { PasswordInput } from '@mantine/core'
import { useT } from '../../ui/text/i18n.ts'
import { type FieldProps, useField } from './form-fields.ts'

interface NewPasswordFieldProps extends FieldProps {
  /** The requirements, already translated. */
  readonly description?: string
}

/** A new password; the browser offers to generate and save one. */
export function NewPasswordField({ description, ...props }: NewPasswordFieldProps) {
  const t = useT()
  const { id, label, value, error, change } = useField<string>(props, true)
  return (
    <PasswordInput
      id={id}
      name={props.name}
      label={label}
      required={props.required ?? false}
      description={description}
      autoComplete="new-password"
      error={error}
      aria-invalid={Boolean(error)}
      visibilityToggleButtonProps={{ 'aria-label': t('Show password'), tabIndex: 0 }}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
