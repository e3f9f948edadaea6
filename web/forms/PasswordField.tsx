import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useT } from '../ui/text/i18n.ts'

export function PasswordField({ required = true, ...props }: PasswordInputProps) {
  const t = useT()
  return (
    <PasswordInput
      {...props}
      required={required}
      // The library sets aria-invalid on its other inputs, but not on this one.
      aria-invalid={Boolean(props.error)}
      visibilityToggleButtonProps={{ 'aria-label': t('Show password'), tabIndex: 0 }}
    />
  )
}
