import { type Campaign, type CampaignNumber, campaigns, type Resendable } from '#contract/campaigns.ts'
import { useCommand } from '../calls/use-command.ts'
import { confirm } from '../ui/dialogs/confirm.ts'
import { t } from '../ui/text/i18n.ts'
import { STALE } from './campaigns.ts'

export function useStop() {
  const command = useCommand(campaigns.stop, { pending: 'Stopping...', stale: STALE })
  return async ({ id, counts }: Campaign) => {
    const about = t(
      counts.waiting === 1
        ? '{{count}} number is waiting. It will not get campaign {{id}}.'
        : '{{count}} numbers are waiting. They will not get campaign {{id}}.',
      { count: counts.waiting, id },
    )
    if (await confirm({ about, yes: t('Stop sending'), isDestructive: true })) await command.run({ id })
  }
}

/** Decides numbers in doubt, one or all that were shown. Asks first if customers may receive a message twice. */
export function useDecisions(campaign: Campaign, readAt: number) {
  const marking = useCommand(campaigns.markSent, { pending: 'Updating ...', stale: STALE })
  const sending = useCommand(campaigns.sendAgain, {
    pending: 'Updating ...',
    stale: STALE,
    about: ({ state, number_ids }) => `${state} ${number_ids ?? 'all'}`,
  })
  const { id, counts } = campaign

  /** Sends all numbers in a state again, or one. */
  const sendAgain = async (state: Resendable, number?: CampaignNumber) => {
    const count = number ? 1 : counts[state === 'kept' ? 'sent' : state]
    const about = number || state === 'unclear' || state === 'refused' ? QUESTIONS[state] : QUESTIONS_ALL[state]
    // Also for one number: during the prompt another admin may resend it, and the list would show the new doubtful result.
    const seenAt = number ? Date.parse(number.changed_at) + 1 : readAt
    if (await confirm({ about: t(about, { count }), yes: t('Send again') })) {
      await sending.run({ id, state, number_ids: number && [number.id], read_at: seenAt })
    }
  }
  /** Marks all unclear numbers, or one. */
  const markSent = async (number?: CampaignNumber) => {
    const count = number ? 1 : counts.unclear
    const about = t(count === 1 ? 'Nothing more is sent to {{count}} number.' : 'Nothing more is sent to {{count}} numbers.', {
      count,
    })
    if (number || (await confirm({ about, yes: t('Mark as sent') }))) {
      await marking.run({ id, ...(number ? { number_ids: [number.id] } : { read_at: readAt }) })
    }
  }
  return { markSent, sendAgain }
}

const QUESTIONS = {
  unclear: '{{count}} may have got it already. They may get it twice.',
  refused: 'The gateway refused {{count}}. They will be sent again.',
  stopped: '{{count}} got nothing because sending was stopped. The message will be sent to them now.',
  kept: '{{count}} got nothing because no gateway was set up. The message will be sent to them now.',
}
const QUESTIONS_ALL = {
  stopped: 'The message goes to all numbers still waiting when sending was stopped. No number gets it twice.',
  kept: 'The message goes to all numbers for which it was only saved. No number gets it twice.',
}
