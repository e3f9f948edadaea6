import { type Campaign, SMS_STATES, type SmsState } from '#contract/campaigns.ts'
import { formatNumber } from '#contract/money.ts'
import { savesOnly } from '#contract/settings.ts'
import cells from '../lists/cells/cells.module.css'
import { type T, useT } from '../ui/text/i18n.ts'
import classes from './campaigns.module.css'
import { leftOf, percentOf } from './campaigns.ts'

const BADGES: Readonly<Record<SmsState, { one: string; colour: string }>> = {
  waiting: { one: 'Waiting', colour: 'gray' },
  handing_over: { one: 'On its way', colour: 'yellow' },
  sent: { one: 'Sent', colour: 'green' },
  refused: { one: 'Refused', colour: 'red' },
  unclear: { one: 'Unclear', colour: 'yellow' },
  stopped: { one: 'Stopped', colour: 'gray' },
}

/** How much of what was sent was only saved in the outbox, and so reached nobody. */
type SavedShare = 'none' | 'some' | 'all'

const SENT: Readonly<Record<SavedShare, string>> = { none: 'Sent', some: 'Sent or saved', all: 'Saved only' }

export const stateLabel = (state: SmsState, savedShare: SavedShare, t: T): string =>
  t(state === 'sent' ? SENT[savedShare] : BADGES[state].one)

export const stateTitle = (state: SmsState, savedShare: SavedShare, t: T): string | undefined =>
  state === 'sent' && savedShare === 'some'
    ? t('Some were only saved because no gateway was set up. Nobody received those.')
    : undefined

interface StateBadgeProps {
  readonly state: SmsState
  readonly savedShare: SavedShare
  readonly count?: number
}

/** States that need an admin are yellow or red. */
export function StateBadge({ state, savedShare, count }: StateBadgeProps) {
  const t = useT()
  return (
    <span
      className={cells.badge}
      title={stateTitle(state, savedShare, t)}
      data-colour={state === 'sent' && savedShare === 'all' ? 'gray' : BADGES[state].colour}
    >
      {stateLabel(state, savedShare, t)}
      {count !== undefined && ` ${formatNumber(count)}`}
    </span>
  )
}

export const savedShareOf = ({ gateways }: Pick<Campaign, 'gateways'>): SavedShare =>
  gateways.some(savesOnly) ? (gateways.every(savesOnly) ? 'all' : 'some') : 'none'

export function CountBadges({ campaign }: { campaign: Campaign }) {
  return (
    <span className={classes.counts}>
      {leftOf(campaign) > 0 && <b>{percentOf(campaign)}%</b>}
      {SMS_STATES.filter((state) => campaign.counts[state] > 0).map((state) => (
        <StateBadge key={state} state={state} savedShare={savedShareOf(campaign)} count={campaign.counts[state]} />
      ))}
    </span>
  )
}
