import { Button, Group, Stack } from '@mantine/core'
import { type Campaign, campaigns, SMS_STATES, type SmsState } from '#contract/campaigns.ts'
import type { Output } from '#contract/endpoint.ts'
import { formatNumber } from '#contract/money.ts'
import { savesOnly } from '#contract/settings.ts'
import { segmentsOf } from '#contract/sms-segments.ts'
import { useLivePoll, useLiveRefetch } from '../calls/live/live.ts'
import { useData } from '../calls/use-data.ts'
import { When } from '../lists/cells/When.tsx'
import { LastRead, SideDrawer } from '../ui/dialogs/SideDrawer.tsx'
import { Summary } from '../ui/Summary.tsx'
import { useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'
import { savedShareOf, stateLabel, stateTitle } from './CountBadges.tsx'
import classes from './campaigns.module.css'
import type { Shown } from './campaigns.ts'
import { Numbers } from './Numbers.tsx'
import { useDecisions } from './use-decisions.ts'

interface CampaignDrawerProps {
  readonly id: number
  readonly shown: Shown
  readonly onShow: (patch: Partial<Shown>) => void
  readonly onClose: () => void
}

/** A campaign and the result for each of its numbers. */
export function CampaignDrawer({ id, onClose, ...open }: CampaignDrawerProps) {
  const t = useT()
  const query = useData(campaigns.show, { id }, { refetchInterval: useLivePoll() })
  useLiveRefetch('campaigns', [campaigns.show.path])
  return (
    <SideDrawer opened onClose={onClose} size="48rem" title={t('Campaign {{id}}', { id })}>
      <LastRead query={query}>{(read) => <CampaignDetails {...read} {...open} />}</LastRead>
    </SideDrawer>
  )
}

type ShownProps = Pick<CampaignDrawerProps, 'shown' | 'onShow'>

function CampaignDetails({ campaign, read_at, shown, onShow }: Output<typeof campaigns.show> & ShownProps) {
  const t = useT()
  const decisions = useDecisions(campaign, read_at)
  const { Admin, counts, created_at, is_to_all, message, stopped_at } = campaign
  const { segments, encoding } = segmentsOf(message)
  return (
    <Stack gap="md">
      <blockquote className={classes.text}>{message}</blockquote>
      <Summary
        facts={[
          ['By', `${Admin.first_name} ${Admin.last_name}`],
          ['Created', <When key="created" instant={created_at} />],
          ['Recipients', is_to_all ? t('all customers') : t('chosen numbers')],
          ['Length', `${t(segments === 1 ? '{{count}} segment' : '{{count}} segments', { count: segments })} (${encoding})`],
          ...(savedShareOf(campaign) === 'all' ? [['Gateway', t('none: saved only')] as const] : []),
          ...(stopped_at ? [['Stopped', <When key="stopped" instant={stopped_at} />] as const] : []),
        ]}
      />
      {counts.unclear > 0 && <Unclear count={counts.unclear} {...decisions} />}
      <ResendButtons campaign={campaign} {...decisions} />
      <States campaign={campaign} shown={shown} onShow={onShow} />
      <Numbers id={campaign.id} shown={shown} decisions={decisions} onShow={onShow} />
    </Stack>
  )
}

type Decisions = ReturnType<typeof useDecisions>

/** Numbers whose result is unknown: an admin has to decide. */
function Unclear({ count, markSent, sendAgain }: Decisions & { count: number }) {
  const t = useT()
  return (
    <Warning title={t('Unclear: {{count}}', { count })}>
      <Stack gap="sm">
        {t('The gateway gave no answer, so they may or may not have got the message. Check there, then decide.')}
        <Group gap="sm">
          <Button variant="default" size="xs" onClick={() => void markSent()}>
            {t('Mark all as sent')}
          </Button>
          <Button variant="default" size="xs" onClick={() => void sendAgain('unclear')}>
            {t('Send all again')}
          </Button>
        </Group>
      </Stack>
    </Warning>
  )
}

/** Numbers that can be sent again without a decision. */
function ResendButtons({ campaign, sendAgain }: Decisions & { campaign: Campaign }) {
  const t = useT()
  const gateway = useData(campaigns.list, { limit: 1 }).data?.gateway.kind
  const { refused, stopped, sent } = campaign.counts
  const offered = [
    ['refused', t('Send all refused again'), refused > 0],
    ['stopped', t('Send all stopped'), stopped > 0],
    ['kept', t('Send all saved'), sent > 0 && savedShareOf(campaign) !== 'none' && gateway && !savesOnly(gateway)],
  ] as const
  if (!offered.some(([, , isThere]) => isThere)) return null
  return (
    <Group gap="sm">
      {offered.map(
        ([state, word, isThere]) =>
          isThere && (
            <Button key={state} variant="default" size="xs" onClick={() => void sendAgain(state)}>
              {word}
            </Button>
          ),
      )}
    </Group>
  )
}

/** Counts of numbers by state; a click filters by that state. */
function States({ campaign, shown: { state }, onShow }: ShownProps & { campaign: Campaign }) {
  const t = useT()
  const share = savedShareOf(campaign)
  // The active filter stays visible even when its count drops to 0.
  const states = SMS_STATES.filter((one) => campaign.counts[one] > 0 || one === state)
  const choice = (value: SmsState | undefined, word: string, count: number) => (
    <li key={word}>
      <button
        type="button"
        className={classes.state}
        aria-pressed={state === value}
        title={value && stateTitle(value, share, t)}
        onClick={() => onShow({ state: value, phone: undefined })}
      >
        {word} <b>{formatNumber(count)}</b>
      </button>
    </li>
  )
  return (
    <ul className={classes.states} aria-label={t('Numbers by status')}>
      {choice(undefined, t('All'), campaign.total)}
      {states.map((one) => choice(one, stateLabel(one, share, t), campaign.counts[one]))}
    </ul>
  )
}
