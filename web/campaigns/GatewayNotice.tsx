import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { campaigns } from '#contract/campaigns.ts'
import { useRole } from '../kit/calls/session.ts'
import { useData } from '../kit/calls/use-data.ts'
import { timeOfDay } from '../kit/cells/When.tsx'
import { useLivePoll, useLiveReading } from '../kit/live/live.ts'
import { tSaid, useT } from '../kit/text/i18n.ts'
import { Warning } from '../kit/Warning.tsx'

/** What admins must know before they send: that messages reach nobody, or that nothing is being sent at the moment. */
export function GatewayNotice() {
  const t = useT()
  const isSuper = useRole() === 'super'
  const newest = { limit: 1 }
  const { data } = useData(campaigns.list, newest, { refetchInterval: useLivePoll() })
  useLiveReading('campaigns', [campaigns.list.path, newest])
  if (!data) return null
  const { kind, problem, paused_until } = data.gateway
  if (kind === 'outbox') {
    return (
      <Warning title={t('Messages are only kept')}>
        {t('No gateway is set up: what you send is written down below, and nobody receives it.')}{' '}
        {isSuper && (
          <Button size="compact-sm" variant="default" renderRoot={(props) => <Link to="/settings" {...props} />}>
            {t('Set one up')}
          </Button>
        )}
      </Warning>
    )
  }
  if (problem === '') return null
  return (
    <Warning title={t('The gateway has trouble: {{problem}}', { problem: tSaid(problem) })}>
      {paused_until && t('It is asked again at {{time}}. What waits is not lost.', { time: timeOfDay(paused_until) })}
    </Warning>
  )
}
