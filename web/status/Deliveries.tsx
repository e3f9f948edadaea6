import { Group, Text } from '@mantine/core'
import { LIST_POLL_MS } from '#contract/limits.ts'
import { pendingCounts } from '#contract/pending-counts.ts'
import { type WebhookRow, webhooks } from '#contract/webhooks.ts'
import { useCommand } from '../calls/use-command.ts'
import { useData } from '../calls/use-data.ts'
import { StatusBadge } from '../lists/cells/StatusBadge.tsx'
import { When } from '../lists/cells/When.tsx'
import { Section } from '../ui/Section.tsx'
import { ReadError } from '../ui/states.tsx'
import { tFinding, useT } from '../ui/text/i18n.ts'
import { WorkButton } from '../ui/WorkButton.tsx'
import { Line } from './Line.tsx'
import classes from './status.module.css'

const STALE = [webhooks.list, pendingCounts.show]

/** Webhook deliveries: failed, last delivered and pending. */
export function Deliveries() {
  const t = useT()
  const { data, error, refetch } = useData(webhooks.list, { limit: 10 }, { refetchInterval: LIST_POLL_MS })
  return (
    <Section title="Webhooks">
      <ReadError query={{ error, refetch }} />
      {data && (
        <Group>
          <Text>
            {data.is_configured
              ? t('{{waiting}} waiting, {{failed}} failed', { waiting: data.waiting, failed: data.failed })
              : t('No webhook URL is set: decisions are not sent to the store.')}
          </Text>
          {data.is_configured && data.failed > 0 && <RetryAll />}
        </Group>
      )}
      {data && data.deliveries.length > 0 && (
        <ul className={classes.rules}>
          {data.deliveries.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </Section>
  )
}

/** For use after an outage of the store: retries failed deliveries, and those waiting behind them or for their next attempt. */
function RetryAll() {
  const t = useT()
  const retry = useCommand(webhooks.retryAll, { pending: 'Trying again...', stale: STALE })
  return (
    <WorkButton size="xs" variant="default" isRunning={retry.isRunning} onClick={() => void retry.run({})}>
      {t('Try all again')}
    </WorkButton>
  )
}

function Delivery({ delivery }: { delivery: WebhookRow }) {
  const t = useT()
  const { id, event, subject_id, state, attempts, last_error, created_at } = delivery
  const name = `${event} #${subject_id}`
  const retry = useCommand(webhooks.retry, { pending: 'Trying again...', stale: STALE })
  return (
    <Line
      mark={<StatusBadge status={state} />}
      name={name}
      notes={
        last_error &&
        t(attempts === 1 ? '{{error}} after {{count}} attempt' : '{{error}} after {{count}} attempts', {
          error: tFinding(last_error),
          count: attempts,
        })
      }
      isBroken={state === 'failed'}
    >
      {state === 'failed' ? (
        <WorkButton
          size="xs"
          variant="default"
          aria-label={t('Try again: {{name}}', { name })}
          isRunning={retry.isRunning}
          onClick={() => void retry.run({ id })}
        >
          {t('Try again')}
        </WorkButton>
      ) : (
        <When instant={created_at} />
      )}
    </Line>
  )
}
