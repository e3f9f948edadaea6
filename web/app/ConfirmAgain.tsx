import { Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Sent } from '#contract/endpoint.ts'
import { security } from '#contract/security.ts'
import { asApiError, call } from '../calls/api.ts'
import { actionErrorMessages } from '../calls/errors.ts'
import { askPasskey, canUsePasskeys } from '../calls/passkeys.ts'
import { useData } from '../calls/use-data.ts'
import { PasswordField } from '../forms/PasswordField.tsx'
import { answerPending } from '../ui/dialogs/confirm.ts'
import { useSecondClick } from '../ui/dialogs/second-click.ts'
import { useT } from '../ui/text/i18n.ts'

interface ConfirmAgainProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks who the admin is before a sensitive call, which is then repeated. Above every other dialog. */
export function ConfirmAgain({ opened, onClose }: ConfirmAgainProps) {
  const t = useT()
  const { overlayProps, isIntended } = useSecondClick(opened)
  return (
    <Modal
      opened={opened}
      onClose={() => isIntended() && onClose()}
      centered
      size="sm"
      zIndex={400}
      overlayProps={overlayProps}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('Close') }}
      title={<b>{t('Confirm that it is you')}</b>}
    >
      {opened && <Question onClose={onClose} />}
    </Modal>
  )
}

function Question({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { data } = useData(security.show, {})
  const [isCode, setCode] = useState(false)
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)

  const confirm = async (find: () => Promise<Sent<typeof security.confirm> | undefined>) => {
    if (busy) return
    setBusy(true)
    setRefusal('')
    try {
      const given = await find()
      if (given) {
        await call(security.confirm, given)
        return answerPending(true)
      }
      setRefusal(t('The passkey was not used. Try again.'))
    } catch (error) {
      setRefusal(actionErrorMessages(asApiError(error)).join(' '))
    }
    setBusy(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const value = String(new FormData(event.currentTarget).get(isCode ? 'code' : 'password') ?? '')
    if (value.trim() === '') return setRefusal(t(isCode ? 'Code is required' : 'Password is required'))
    return confirm(async () => ({ ...NOTHING, [isCode ? 'code' : 'password']: value }))
  }
  const sendPasskey = () =>
    confirm(async () => {
      const { challenge, passkey: options } = (await call(security.confirmOptions, {})).data
      const passkey = options && (await askPasskey(options))
      return passkey ? { ...NOTHING, challenge, passkey } : undefined
    })

  return (
    <form aria-busy={busy} onSubmit={submit} noValidate>
      <Stack>
        <Text>{t('Your last sign-in was more than 15 minutes ago, and this change needs a recent one.')}</Text>
        {isCode ? (
          <TextInput
            name="code"
            label={t('Code')}
            description={t('From your authenticator app, or a recovery code.')}
            autoComplete="one-time-code"
            error={refusal}
            data-autofocus
            autoFocus
            required
          />
        ) : (
          <PasswordField name="password" label={t('Password')} autoComplete="current-password" error={refusal} data-autofocus />
        )}
        {data?.has_totp && (
          <Anchor component="button" type="button" size="sm" onClick={() => setCode(!isCode)}>
            {t(isCode ? 'Use your password' : 'Use a code')}
          </Anchor>
        )}
        <Group justify="flex-end">
          {data && data.passkeys.length > 0 && canUsePasskeys() && (
            <Button variant="default" onClick={() => void sendPasskey()}>
              {t('Use a passkey')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit">{t('Confirm')}</Button>
        </Group>
      </Stack>
    </form>
  )
}

const NOTHING = { password: undefined, code: undefined, challenge: undefined, passkey: undefined }
