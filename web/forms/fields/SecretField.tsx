import { PasswordField } from '../PasswordField.tsx'
import { type FieldProps, useField } from './form-fields.ts'

interface SecretFieldProps extends FieldProps {
  /** The requirements, already translated. */
  readonly description?: string
  /** Without it the browser offers to generate and save a new password. */
  readonly autoComplete?: 'current-password'
  readonly autoFocus?: boolean
}

/** A password or a key. */
export function SecretField({ description, autoComplete, autoFocus = false, required = false, ...props }: SecretFieldProps) {
  // Whether it is empty is for the call to say: a password may be of spaces.
  const { box, change } = useField<string>(props, true)
  return (
    <PasswordField
      {...box}
      required={required}
      description={description}
      autoComplete={autoComplete ?? 'new-password'}
      autoFocus={autoFocus}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
