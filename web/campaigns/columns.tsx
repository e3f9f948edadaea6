import { type Campaign, type CampaignNumber, type Resendable, resendableAs } from '#contract/campaigns.ts'
import { formatNumber } from '#contract/money.ts'
import { savesOnly } from '#contract/settings.ts'
import { RowButton } from '../forms/crud/RowActions.tsx'
import { CopyText, copiedIdColumn } from '../lists/cells/CopyText.tsx'
import { CustomerLink } from '../lists/cells/CustomerLink.tsx'
import { Nothing } from '../lists/cells/Nothing.tsx'
import { When } from '../lists/cells/When.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { openHere } from '../ui/opens-here.ts'
import { type Column, column } from '../ui/table/columns.ts'
import { t, tFinding } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'
import { CountBadges, StateBadge } from './CountBadges.tsx'
import classes from './campaigns.module.css'

export const campaignColumns = (onOpen: (campaign: number) => void, onStop: (campaign: Campaign) => void): Column<Campaign>[] => [
  copiedIdColumn(72, (id) => t('Copied Campaign ID:: {{id}}', { id })),
  column('created_at', 'Created', { card: 'when', widthPx: 112, show: ({ created_at }) => <When instant={created_at} /> }),
  column('message', 'Message', {
    card: 'title',
    widthPx: 236,
    show: (campaign) => <MessageLink campaign={campaign} onOpen={onOpen} />,
  }),
  column('Admin', 'By', { widthPx: 122, show: ({ Admin }) => <Words text={nameOf(Admin)} /> }),
  column('total', 'Numbers', { card: 'side', widthPx: 88, isNumber: true, show: ({ total }) => formatNumber(total) }),
  column('counts', 'Results', { card: 'main', widthPx: 290, show: (campaign) => <CountBadges campaign={campaign} /> }),
  column('action', 'Action', {
    card: 'action',
    widthPx: 168,
    isAction: true,
    show: (campaign) =>
      campaign.counts.waiting > 0 ? (
        <RowButton destroys label={t('Stop sending campaign {{id}}', { id: campaign.id })} onClick={() => onStop(campaign)}>
          {t('Stop sending')}
        </RowButton>
      ) : (
        <Nothing />
      ),
  }),
]

/** A click opens the campaign's numbers; with a modifier key, in another tab. */
const MessageLink = ({ campaign: { id, message }, onOpen }: { campaign: Campaign; onOpen: (id: number) => void }) => (
  <a
    className={classes.link}
    href={`?campaign=${id}`}
    title={message}
    aria-label={t('Campaign {{id}}: {{message}}', { id, message })}
    onClick={(event) => openHere(event, () => onOpen(id))}
  >
    {message}
  </a>
)

interface NumberActions {
  readonly seesCustomers: boolean
  readonly onMarkSent: (number: CampaignNumber) => void
  readonly onSendAgain: (number: CampaignNumber, state: Resendable) => void
}

export const numberColumns = ({ seesCustomers, onMarkSent, onSendAgain }: NumberActions): Column<CampaignNumber>[] => [
  column('phone', 'Phone', {
    widthPx: 130,
    show: ({ phone }) => <CopyText text={phone} message={t('Copied Phone:: {{phone}}', { phone })} />,
  }),
  column('user_id', 'User', {
    widthPx: 112,
    show: ({ user_id, username }) =>
      user_id === null ? <Nothing /> : <CustomerLink id={user_id} name={username ?? `#${user_id}`} opens={seesCustomers} />,
  }),
  column('state', 'Status', { widthPx: 136, show: (number) => <State number={number} /> }),
  column('changed_at', 'When', { widthPx: 142, show: ({ changed_at }) => <When instant={changed_at} /> }),
  column('action', 'Action', {
    widthPx: 206,
    isAction: true,
    show: (number) => {
      const resendable = resendableAs(number)
      if (!resendable) return <Nothing />
      return (
        <span className={classes.actions}>
          {number.state === 'unclear' && (
            <RowButton label={t('Mark as sent: {{phone}}', { phone: number.phone })} onClick={() => onMarkSent(number)}>
              {t('Mark as sent')}
            </RowButton>
          )}
          <RowButton label={t('Send again: {{phone}}', { phone: number.phone })} onClick={() => onSendAgain(number, resendable)}>
            {t('Send again')}
          </RowButton>
        </span>
      )
    },
  }),
]

const State = ({ number: { state, gateway, last_error } }: { number: CampaignNumber }) => (
  <span className={classes.lines}>
    <StateBadge state={state} savedShare={savesOnly(gateway) ? 'all' : 'none'} />
    {last_error !== '' && <small>{tFinding(last_error)}</small>}
  </span>
)
