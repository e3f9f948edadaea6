import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Sent } from '#contract/endpoint.ts'
import { security } from '#contract/security.ts'
import { asApiError, call } from '../calls/api.ts'
import { actionErrorMessages } from '../calls/errors.ts'
import { askPasskey } from '../calls/passkeys.ts'
import { storeSession } from '../calls/session-store.ts'
import { useBack } from '../ui/dialogs/use-back.ts'
import { useT } from '../ui/text/i18n.ts'
import type { Question } from './sign-in.ts'

interface SecondFactorProps {
  readonly question: Question
  readonly onBack: () => void
}

/** The second step of a sign-in: a code of the authenticator app, a passkey or a recovery code. */
export default function SecondFactor({ question, onBack }: SecondFactorProps) {
  const t = useT()
  const { challenge, has_totp, passkey, remember } = question
  const [isRecovery, setRecovery] = useState(false)
  const [refusal, setRefusal] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  useBack(true, onBack)

  const finish = async (given: Pick<Sent<typeof security.secondFactor>, 'code' | 'passkey'>) => {
    try {
      const { data } = await call(security.secondFactor, { challenge, remember: remember ? 1 : 0, ...given })
      storeSession(data, remember)
    } catch (error) {
      setRefusal(actionErrorMessages(asApiError(error)))
    }
  }
  const run = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setRefusal([])
    await work()
    setBusy(false)
  }
  const sendPasskey = (options: NonNullable<typeof passkey>) =>
    run(async () => {
      const proof = await askPasskey(options)
      if (proof) await finish({ passkey: proof, code: undefined })
      else setRefusal([t('The passkey was not used. Try again.')])
    })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    if (code === '') return setRefusal([t('Code is required')])
    return run(() => finish({ code, passkey: undefined }))
  }

  const isCode = has_totp || isRecovery
  return (
    <form aria-busy={busy} onSubmit={submit} noValidate>
      <Stack>
        {refusal.length > 0 && (
          <Alert color="red" role="alert">
            <Text c="bright">{refusal.join(' ')}</Text>
          </Alert>
        )}
        {passkey && !isRecovery && (
          <Button variant={has_totp ? 'default' : 'filled'} autoFocus={!has_totp} onClick={() => void sendPasskey(passkey)}>
            {t('Use a passkey')}
          </Button>
        )}
        {isCode && (
          <>
            <TextInput
              key={String(isRecovery)}
              name="code"
              label={t(isRecovery ? 'Recovery code' : 'Code')}
              description={t(
                isRecovery
                  ? 'One of the ten codes you saved. Each works once.'
                  : 'The six digits that your authenticator app shows now.',
              )}
              inputMode={isRecovery ? 'text' : 'numeric'}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              required
            />
            <Button type="submit" fullWidth>
              {t('Sign in')}
            </Button>
          </>
        )}
        <Stack gap={4} align="flex-start">
          <Anchor component="button" type="button" size="sm" onClick={() => setRecovery(!isRecovery)}>
            {t(isRecovery ? 'Back to the second factor' : 'Use a recovery code')}
          </Anchor>
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            {t('Sign in as somebody else')}
          </Anchor>
        </Stack>
      </Stack>
    </form>
  )
}
