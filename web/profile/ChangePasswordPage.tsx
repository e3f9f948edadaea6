import { Button, Group, Stack, Text } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useEffect } from 'react'
import { ADMIN_PASSWORD_MIN } from '#contract/limits.ts'
import { profile, session } from '#contract/session.ts'
import { fieldErrors } from '../kit/errors.ts'
import { useT } from '../kit/i18n.ts'
import { PasswordField } from '../kit/PasswordField.tsx'
import { useSession } from '../kit/session.ts'
import { useCommand } from '../kit/use-command.ts'
import { ProfileFrame } from './ProfileFrame.tsx'

const EMPTY = { old_password: '', new_password: '', confirm_password: '' }

/** /profile/change-password: the other sessions of the account end, this one stays. */
export function ChangePasswordPage() {
  return (
    <ProfileFrame title="Change password">
      <ChangePasswordForm />
    </ProfileFrame>
  )
}

/** Old, new and confirmed password. */
export function ChangePasswordForm() {
  const t = useT()
  const email = useSession()?.user.email ?? ''
  const command = useCommand(session.changePassword, { pending: 'Changing password...', stale: [profile.show] })
  const refused = command.error ? fieldErrors(command.error) : {}
  const form = useForm({ initialValues: EMPTY, validate: schemaResolver(session.changePassword.input, { sync: true }) })

  const firstRefused = Object.keys(refused)[0]
  useEffect(() => {
    if (firstRefused) document.querySelector<HTMLInputElement>(`input[name="${firstRefused}"]`)?.focus()
  }, [firstRefused])

  const submit = form.onSubmit(
    async (values) => {
      if ((await command.run(values)) !== undefined) form.reset()
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )

  const field = (name: keyof typeof EMPTY, label: string, autoComplete: string) => (
    <PasswordField
      {...form.getInputProps(name)}
      name={name}
      label={t(label)}
      autoComplete={autoComplete}
      disabled={command.isRunning}
      error={t(String(form.errors[name] ?? refused[name] ?? ''))}
    />
  )

  return (
    <form onSubmit={submit} noValidate>
      {/* Tells a password manager whose password changes. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Stack maw={420}>
        {field('old_password', 'Old password', 'current-password')}
        {field('new_password', 'New password', 'new-password')}
        {field('confirm_password', 'Confirm password', 'new-password')}
        <Text size="sm" c="dimmed">
          {t('At least {{count}} characters. Your other sessions end; this one stays.', { count: ADMIN_PASSWORD_MIN })}
        </Text>
        <Group>
          <Button type="submit" loading={command.isRunning}>
            {t('Change password')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
