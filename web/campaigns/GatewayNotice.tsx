import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { campaigns } from '#contract/campaigns.ts'
import { savesOnly } from '#contract/settings.ts'
import { useLivePoll, useLiveRefetch } from '../calls/live/live.ts'
import { useMay } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { timeOfDay } from '../lists/cells/When.tsx'
import { tFinding, useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'

/** What admins must know before they send: that messages reach nobody, or that nothing is being sent at the moment. */
export function GatewayNotice() {
  const t = useT()
  const isSuper = useMay('run_the_shop')
  const newest = { limit: 1 }
  const { data } = useData(campaigns.list, newest, { refetchInterval: useLivePoll() })
  useLiveRefetch('campaigns', [campaigns.list.path, newest])
  if (!data) return null
  const { kind, problem, paused_until } = data.gateway
  if (savesOnly(kind)) {
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
    <Warning title={t('Gateway problem: {{problem}}', { problem: tFinding(problem) })}>
      {paused_until && t('It will be tried again at {{time}}. Waiting numbers are not lost.', { time: timeOfDay(paused_until) })}
    </Warning>
  )
}
