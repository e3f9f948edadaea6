import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { campaigns } from '#contract/campaigns.ts'
import { useRole } from '../kit/calls/session.ts'
import { useData } from '../kit/calls/use-data.ts'
import { timeOfDay } from '../kit/cells/When.tsx'
import { useLivePoll, useLiveRefetch } from '../kit/live/live.ts'
import { tMessage, useT } from '../kit/text/i18n.ts'
import { Warning } from '../kit/Warning.tsx'

/** What admins must know before they send: that messages reach nobody, or that nothing is being sent at the moment. */
export function GatewayNotice() {
  const t = useT()
  const isSuper = useRole() === 'super'
  const newest = { limit: 1 }
  const { data } = useData(campaigns.list, newest, { refetchInterval: useLivePoll() })
  useLiveRefetch('campaigns', [campaigns.list.path, newest])
  if (!data) return null
  const { kind, problem, paused_until } = data.gateway
  if (kind === 'outbox') {
    return (
      <Warning title={t('SMS are only saved')}>
        {t('No gateway is set up: what you send is only saved below, not sent.')}{' '}
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
    <Warning title={t('Gateway problem: {{problem}}', { problem: tMessage(problem) })}>
      {paused_until && t('It will be tried again at {{time}}. Waiting numbers are not lost.', { time: timeOfDay(paused_until) })}
    </Warning>
  )
}
