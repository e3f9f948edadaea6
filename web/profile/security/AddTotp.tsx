import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { security } from '#contract/security.ts'
import { fieldErrors } from '../../calls/errors.ts'
import { lazyImport } from '../../calls/lazy-import.ts'
import { useCommand } from '../../calls/use-command.ts'
import { copy } from '../../ui/copy.ts'
import { useT } from '../../ui/text/i18n.ts'
import { WorkButton } from '../../ui/WorkButton.tsx'
import classes from './security.module.css'

const QrCode = lazy(lazyImport(() => import('./QrCode.tsx')))

/** Shows a new secret, and turns the app on by a first code. */
export function AddTotp({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const t = useT()
  const [made, setMade] = useState<{ secret: string; uri: string }>()
  const [error, setError] = useState('')
  const start = useCommand(security.startTotp, { pending: 'Creating a secret...', stale: [], successMessage: () => '' })
  const activation = useCommand(security.activateTotp, {
    pending: 'Checking the code...',
    stale: [security.show],
    onFailed: (failure) => setError(fieldErrors(failure).code ?? failure.message),
  })
  const begin = async () => setMade(await start.run({}))
  const activate = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setError('')
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    if (code === '') return setError(t('Code is required'))
    const reply = await activation.run({ code })
    if (reply && reply.recovery_codes.length > 0) onCodes(reply.recovery_codes)
  }
  if (!made) {
    return (
      <Group>
        <WorkButton isRunning={start.isRunning} onClick={() => void begin()}>
          {t('Add authenticator app')}
        </WorkButton>
      </Group>
    )
  }
  return (
    <form onSubmit={activate} noValidate aria-busy={activation.isRunning} className={classes.enrol}>
      <div className={classes.code}>
        <Suspense>
          <QrCode text={made.uri} label={t('QR code for your authenticator app')} />
        </Suspense>
      </div>
      <Stack gap="sm" className={classes.steps}>
        <Text size="sm">{t('Scan this with the app, or type the key there. Then enter the code that it shows.')}</Text>
        <code className={classes.secret}>{made.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        <Group>
          <Button size="xs" variant="default" onClick={() => void copy(made.secret, t('Copied the key'))}>
            {t('Copy the key')}
          </Button>
        </Group>
        <TextInput
          name="code"
          label={t('Code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={error}
          autoFocus
          required
        />
        <Group>
          <Button type="submit">{t('Turn on')}</Button>
          <Button variant="default" onClick={() => setMade(undefined)}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
