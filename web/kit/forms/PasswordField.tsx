import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useT } from '../text/i18n.ts'

/** A password with a button that shows it. */
export function PasswordField(props: PasswordInputProps) {
  const t = useT()
  return (
    <PasswordInput
      {...props}
      required
      // The library marks every other field with an error, but not this one.
      aria-invalid={Boolean(props.error)}
      visibilityToggleButtonProps={{ 'aria-label': t('Show password'), tabIndex: 0 }}
    />
  )
}
