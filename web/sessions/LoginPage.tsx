import { Alert, Anchor, Button, Checkbox, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { lazyImport } from '../calls/lazy-import.ts'
import { wasEnded } from '../calls/session-store.ts'
import { PasswordField } from '../forms/PasswordField.tsx'
import { setLanguage, useT } from '../ui/text/i18n.ts'
import { LanguageSwitch } from '../ui/text/LanguageSwitch.tsx'
import { readShop } from '../ui/text/shop.ts'
import classes from './login.module.css'
import { type Question, type Refusal, signIn } from './sign-in.ts'

const SecondFactor = lazy(lazyImport(() => import('./SecondFactor.tsx')))

export function LoginPage() {
  const t = useT()
  const { from } = useSearch({ from: '/signed-out/login' })
  const [note, setNote] = useState(false)
  const [question, setQuestion] = useState<Question>()
  const { name } = readShop()
  return (
    <main className={classes.page}>
      <title>{`${t('Sign in')} · Topdeck`}</title>
      <Group justify="flex-end" p="md">
        <LanguageSwitch choose={setLanguage} />
      </Group>
      <Stack className={classes.column} gap="lg">
        <Stack gap={4} align="center">
          <img src="/favicon.svg" width={48} height={48} alt="" />
          <Title order={1}>{t('Sign in')}</Title>
          <Text c="dimmed" ta="center">
            {name ? t('Topdeck, the back office of {{name}}', { name }) : t('Topdeck, the back office')}
          </Text>
        </Stack>
        {wasEnded() && <Note>{t('Your session has ended. Sign in again to continue where you were.')}</Note>}
        {from === 'register' && <Note>{t('Accounts are created by a super admin')}</Note>}
        <Paper withBorder p="lg" shadow="xs">
          {question ? (
            <Suspense>
              <SecondFactor question={question} onBack={() => setQuestion(undefined)} />
            </Suspense>
          ) : (
            <LoginForm onForgot={() => setNote(true)} onQuestion={setQuestion} />
          )}
        </Paper>
        {note && <Note>{t('Ask a super admin of your shop for a new password.')}</Note>}
        <Text ta="center" size="sm">
          <Anchor renderRoot={(props) => <Link to="/auth/register" {...props} />}>{t('Create new account')}</Anchor>
        </Text>
      </Stack>
    </main>
  )
}

const NONE: Refusal = { above: [], fields: {} }

interface LoginFormProps {
  readonly onForgot: () => void
  readonly onQuestion: (question: Question) => void
}

function LoginForm({ onForgot, onQuestion }: LoginFormProps) {
  const t = useT()
  const [refusal, setRefusal] = useState(NONE)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    setBusy(true)
    // Cleared first, so that screen readers announce the same refusal again.
    setRefusal(NONE)
    const refused = await signIn(new FormData(form))
    setBusy(false)
    if (!refused) return
    if (refused.question) return onQuestion(refused.question)
    setRefusal(refused)
    const wrong = Object.keys(refused.fields)[0] ?? 'password'
    form.querySelector<HTMLInputElement>(`input[name="${wrong}"]`)?.focus()
  }

  return (
    <form aria-busy={busy} onSubmit={submit} noValidate>
      <Stack>
        {refusal.above.length > 0 && (
          <Alert color="red" role="alert" className={classes.refusal}>
            <Text c="bright">{refusal.above.join('\n')}</Text>
          </Alert>
        )}
        <TextInput
          name="identity"
          type="text"
          inputMode="email"
          label={t('Email')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
          error={refusal.fields.identity}
        />
        <PasswordField name="password" label={t('Password')} autoComplete="current-password" error={refusal.fields.password} />
        <Group justify="space-between">
          <Checkbox name="remember" label={t('Remember me')} />
          <Anchor component="button" type="button" size="sm" onClick={onForgot}>
            {t('Forgot password')}
          </Anchor>
        </Group>
        <Button type="submit" fullWidth>
          {t('Sign in')}
        </Button>
      </Stack>
    </form>
  )
}

const Note = ({ children }: { children: string }) => (
  <Alert color="indigo" role="status">
    <Text c="bright">{children}</Text>
  </Alert>
)
