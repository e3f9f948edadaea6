import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Passkey, security } from '#contract/security.ts'
import { useCommand } from '../../calls/use-command.ts'
import { useData } from '../../calls/use-data.ts'
import { dayAndTimeInWords } from '../../lists/cells/When.tsx'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { Section } from '../../ui/Section.tsx'
import { Loading, ReadError } from '../../ui/states.tsx'
import { useT } from '../../ui/text/i18n.ts'
import { WorkButton } from '../../ui/WorkButton.tsx'
import { ProfileFrame } from '../ProfileFrame.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { AddTotp } from './AddTotp.tsx'
import { OwnEmail } from './OwnEmail.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { Sessions } from './Sessions.tsx'
import classes from './security.module.css'

const STALE = [security.show]

/** /profile/security: one's own second factors, email and sessions. */
export function SecurityPage() {
  return (
    <ProfileFrame title="Security">
      <Stack gap="xl">
        <SecondFactors />
        <OwnEmail />
        <Sessions />
      </Stack>
    </ProfileFrame>
  )
}

/** What signs the admin in besides the password. */
export function SecondFactors() {
  const query = useData(security.show, {})
  const [codes, setCodes] = useState<readonly string[]>()
  const { data } = query
  return (
    <>
      <ReadError query={query} />
      {!data && !query.error && <Loading rows={4} height={48} />}
      {data && (
        <Stack gap="xl">
          <Totp isOn={data.has_totp} onCodes={setCodes} />
          <Passkeys passkeys={data.passkeys} onCodes={setCodes} />
          {(data.has_totp || data.passkeys.length > 0) && <Recovery left={data.recovery_codes_left} onCodes={setCodes} />}
        </Stack>
      )}
      <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />
    </>
  )
}

interface PartProps {
  readonly onCodes: (codes: readonly string[]) => void
}

function Totp({ isOn, onCodes }: PartProps & { isOn: boolean }) {
  const t = useT()
  const removal = useCommand(security.removeTotp, { pending: 'Removing...', stale: STALE })
  const remove = async () => {
    const about = t('Signing in will no longer ask for its code.')
    if (await confirm({ about, yes: t('Remove'), isDestructive: true })) await removal.run({})
  }
  return (
    <Section title="Authenticator app" gap="sm">
      <Text size="sm">{t('An app on your phone shows a new six-digit code every 30 seconds. Each code works once.')}</Text>
      {isOn ? (
        <Group justify="space-between">
          <b>{t('On')}</b>
          <WorkButton size="xs" variant="default" isRunning={removal.isRunning} onClick={() => void remove()}>
            {t('Remove authenticator app')}
          </WorkButton>
        </Group>
      ) : (
        <AddTotp onCodes={onCodes} />
      )}
    </Section>
  )
}

function Passkeys({ passkeys, onCodes }: PartProps & { passkeys: readonly Passkey[] }) {
  const t = useT()
  return (
    <Section title="Passkeys" gap="sm">
      <Text size="sm">{t('A fingerprint, a screen lock or a security key, for this address only.')}</Text>
      {passkeys.length > 0 && (
        <ul className={classes.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <AddPasskey onCodes={onCodes} />
    </Section>
  )
}

function PasskeyRow({ passkey: { id, name, created_at, last_used_at } }: { passkey: Passkey }) {
  const t = useT()
  const removal = useCommand(security.removePasskey, { pending: 'Removing...', stale: STALE })
  const remove = async () => {
    const about = t('Passkey “{{name}}” will no longer sign you in.', { name })
    if (await confirm({ about, yes: t('Remove'), isDestructive: true })) await removal.run({ id })
  }
  return (
    <li>
      <span>
        <b>{name}</b>
        <small>
          {t('Added')} {dayAndTimeInWords(created_at)}
          {last_used_at && (
            <>
              {' · '}
              {t('Last used')} {dayAndTimeInWords(last_used_at)}
            </>
          )}
        </small>
      </span>
      <WorkButton
        size="xs"
        variant="default"
        isRunning={removal.isRunning}
        aria-label={t('Remove passkey {{name}}', { name })}
        onClick={() => void remove()}
      >
        {t('Remove')}
      </WorkButton>
    </li>
  )
}

function Recovery({ left, onCodes }: PartProps & { left: number }) {
  const t = useT()
  const renewal = useCommand(security.renewRecoveryCodes, { pending: 'Creating recovery codes...', stale: STALE })
  const renew = async () => {
    const about = t('The recovery codes you have now will stop working.')
    if (left > 0 && !(await confirm({ about, yes: t('Create new codes'), isDestructive: true }))) return
    const reply = await renewal.run({})
    if (reply) onCodes(reply.recovery_codes)
  }
  return (
    <Section title="Recovery codes" gap="sm">
      <Text size="sm">{t('For the day your phone is lost. Each of them signs you in once, with your password.')}</Text>
      <Group justify="space-between">
        <b>{t('{{count}} left', { count: left })}</b>
        <WorkButton size="xs" variant="default" isRunning={renewal.isRunning} onClick={() => void renew()}>
          {t('Create new codes')}
        </WorkButton>
      </Group>
    </Section>
  )
}
