import { Button, Text, Title } from '@mantine/core'
import { LIST_POLL_MS } from '#contract/limits.ts'
import { type WebhookRow, webhooks } from '#contract/webhooks.ts'
import { StatusBadge } from '../kit/cells/StatusBadge.tsx'
import { When } from '../kit/cells/When.tsx'
import { useT } from '../kit/i18n.ts'
import { LoadError } from '../kit/states.tsx'
import { useCommand } from '../kit/use-command.ts'
import { useData } from '../kit/use-data.ts'
import classes from './reconcile.module.css'

/** What the store was told last, what waits, and what failed for good. */
export function Deliveries() {
  const t = useT()
  const { data, error, refetch } = useData(webhooks.list, { limit: 10 }, { refetchInterval: LIST_POLL_MS })
  return (
    <section aria-labelledby="deliveries">
      <Title order={2} id="deliveries" mb="xs">
        {t('What the store was told')}
      </Title>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && (
        <Text mb="xs">
          {data.is_configured
            ? t('{{waiting}} waiting, {{failed}} failed', { waiting: data.waiting, failed: data.failed })
            : t('No address of the store is set: decisions are not told to it.')}
        </Text>
      )}
      {data && data.deliveries.length > 0 && (
        <ul className={classes.rules}>
          {data.deliveries.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Delivery({ delivery }: { delivery: WebhookRow }) {
  const t = useT()
  const { id, event, subject_id, state, attempts, last_error, created_at } = delivery
  const retry = useCommand(webhooks.retry, { pending: 'Trying again...', stale: [webhooks.list] })
  return (
    <li data-broken={state === 'failed' || undefined}>
      <StatusBadge status={state === 'delivered' ? 'completed' : state === 'failed' ? 'cancel' : 'pending'} />
      <span>
        <b>
          {event} #{subject_id}
        </b>
        {last_error && (
          <small>
            {t(attempts === 1 ? '{{error}} after {{count}} attempt' : '{{error}} after {{count}} attempts', {
              error: last_error,
              count: attempts,
            })}
          </small>
        )}
      </span>
      {state === 'failed' ? (
        <Button size="xs" variant="default" loading={retry.isRunning} onClick={() => void retry.run({ id })}>
          {t('Try again')}
        </Button>
      ) : (
        <When instant={created_at} />
      )}
    </li>
  )
}
