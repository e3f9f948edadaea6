import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { useData } from '../calls/use-data.ts'
import { useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'
import { CountBadges } from './CountBadges.tsx'
import classes from './campaigns.module.css'
import { leftOf } from './campaigns.ts'

const POLL_MS = 1_000

/** The real progress of a campaign, unknown while the message is still on its way to the server. */
export function Sending({ campaign }: { campaign?: Campaign | undefined }) {
  const t = useT()
  const total = campaign?.total ?? 0
  const done = campaign ? total - leftOf(campaign) : 0
  return (
    <Stack gap="md" className={classes.message}>
      <Text fw={600} role="status">
        {t("Please dont't close this window.")}
      </Text>
      <div>
        <progress className={classes.progress} aria-label={t('Progress')} {...(total > 0 && { max: total, value: done })} />
        <Text size="sm">{t('{{done}} of {{total}}', { done, total: total || '…' })}</Text>
      </div>
      <Text c="dimmed">{t('Sending continues if you close it.')}</Text>
    </Stack>
  )
}

interface SentProps {
  readonly campaignId: number
  readonly invalid: readonly string[]
  readonly onDetails: () => void
  readonly onNew: () => void
}

/** From sending to the result. */
export function Sent({ campaignId, invalid, onDetails, onNew }: SentProps) {
  const t = useT()
  const [isOver, setOver] = useState(false)
  const { data } = useData(campaigns.show, { id: campaignId }, { refetchInterval: isOver ? false : POLL_MS })
  if (data && leftOf(data.campaign) === 0 && !isOver) setOver(true)
  return (
    <Stack gap="md">
      {isOver && data ? (
        <Stack gap="sm" role="status">
          <Text fw={600}>{t('Campaign {{id}} is done.', { id: campaignId })}</Text>
          <CountBadges campaign={data.campaign} />
        </Stack>
      ) : (
        <Sending campaign={data?.campaign} />
      )}
      {invalid.length > 0 && <Warning title={t('Left out: not mobile numbers')}>{invalid.join(', ')}</Warning>}
      <Group>
        <Button variant="default" onClick={onDetails}>
          {t('Details')}
        </Button>
        <Button autoFocus onClick={onNew}>
          {t('New campaign')}
        </Button>
      </Group>
    </Stack>
  )
}
