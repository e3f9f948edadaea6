import { Group, Stack, Text, Title } from '@mantine/core'
import { type SessionRow, security } from '#contract/security.ts'
import { useCommand } from '../../calls/use-command.ts'
import { useData } from '../../calls/use-data.ts'
import { dayAndTimeInWords } from '../../lists/cells/When.tsx'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { useT } from '../../ui/text/i18n.ts'
import { WorkButton } from '../../ui/WorkButton.tsx'
import classes from './security.module.css'
import { describeUserAgent } from './user-agent.ts'

const STALE = [security.show]

/** Where the admin is signed in. */
export function Sessions() {
  const t = useT()
  const { data } = useData(security.show, {})
  const ending = useCommand(security.endOtherSessions, { pending: 'Ending sessions...', stale: STALE })
  if (!data) return null
  const endOthers = async () => {
    const about = t('You will be signed out everywhere but here.')
    if (await confirm({ about, yes: t('End all others'), isDestructive: true })) await ending.run({})
  }
  return (
    <Stack component="section" gap="sm" aria-labelledby="sessions">
      <Group justify="space-between">
        <Title order={2} id="sessions">
          {t('Sessions')}
        </Title>
        {data.sessions.length > 1 && (
          <WorkButton size="xs" variant="default" isRunning={ending.isRunning} onClick={() => void endOthers()}>
            {t('End all others')}
          </WorkButton>
        )}
      </Group>
      <Text size="sm">{t('If you do not recognise one, end it and change your password.')}</Text>
      <ul className={classes.list}>
        {data.sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
    </Stack>
  )
}

function Session({ session }: { session: SessionRow }) {
  const t = useT()
  const { id, user_agent, address, created_at, last_used_at, is_this } = session
  const name = describeUserAgent(user_agent) || t('Unknown browser')
  const ending = useCommand(security.endSession, { pending: 'Ending the session...', stale: STALE })
  return (
    <li>
      <span>
        <b>
          {name}
          {is_this && <em>{t('This one')}</em>}
        </b>
        <small>
          {address} · {t('Since')} {dayAndTimeInWords(created_at)} · {t('Last used')} {dayAndTimeInWords(last_used_at)}
        </small>
      </span>
      {!is_this && (
        <WorkButton
          size="xs"
          variant="default"
          isRunning={ending.isRunning}
          aria-label={t('End the session of {{name}}', { name })}
          onClick={() => void ending.run({ id })}
        >
          {t('End')}
        </WorkButton>
      )}
    </li>
  )
}
