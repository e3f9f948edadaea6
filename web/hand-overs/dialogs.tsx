import { Button, Stack } from '@mantine/core'
import { useRef } from 'react'
import { type HandOverRow, handOvers } from '#contract/hand-overs.ts'
import { formatTk } from '#contract/money.ts'
import type { TimelineCall } from '#contract/timeline.ts'
import { useProfile } from '../calls/session.ts'
import { useCommand } from '../calls/use-command.ts'
import { Timeline } from '../desk/timeline/Timeline.tsx'
import { StatusBadge } from '../lists/cells/StatusBadge.tsx'
import { When } from '../lists/cells/When.tsx'
import { MoneyRowId, Phone } from '../money/columns.tsx'
import { EditForm } from '../money/EditForm.tsx'
import { EffectLines } from '../money/EffectLines.tsx'
import { Moved } from '../money/Moved.tsx'
import { hasMoved } from '../money/row.ts'
import { MONEY_READS } from '../money/stale.ts'
import { useLatestRow } from '../money/use-latest-row.ts'
import { Buttons } from '../ui/Buttons.tsx'
import { confirm, useIsConfirming } from '../ui/dialogs/confirm.ts'
import { useFocusOnceClosed } from '../ui/focus/lost-focus.ts'
import { Summary } from '../ui/Summary.tsx'
import { t, useT } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'
import { WorkButton } from '../ui/WorkButton.tsx'
import { kindOf } from './columns.tsx'
import { handOverEffects } from './effects.ts'

const PENDING = 'Updating transaction...'

export function EditHandOver({ row, onClose }: { row: HandOverRow; onClose: (saved?: HandOverRow) => void }) {
  const effects = handOverEffects(useProfile().data)
  const command = useCommand(handOvers.editRow, { pending: PENDING, stale: MONEY_READS })
  return (
    <EditForm row={row} effects={effects} command={command} mayDecide onClose={onClose}>
      {summary}
    </EditForm>
  )
}

/** The admin's own hand-over. While it is pending it can be withdrawn; the confirmation names the amount. */
export function OwnHandOver({ row, live, onClose }: { row: HandOverRow; live: HandOverRow; onClose: () => void }) {
  const translate = useT()
  const effects = handOverEffects(useProfile().data)
  const command = useCommand(handOvers.cancelOwn, { pending: PENDING, stale: MONEY_READS })
  const present = useLatestRow(row, command.error)
  // While the call is running, a change in the list may be the admin's own.
  const newest = command.isRunning || !hasMoved(live, row) ? present : live
  const { id, amount } = newest
  const isOpen = newest.status === 'pending'
  const close = useRef<HTMLButtonElement>(null)
  // The prompt takes the focus, and cannot return it to a button that was removed meanwhile.
  const isAsking = useIsConfirming()
  useFocusOnceClosed(!isOpen && !isAsking, close)
  const cancel = async () => {
    const about = t('Hand-over {{id}} will be cancelled and {{amount}} returned to your wallet.', {
      id,
      amount: formatTk(amount),
    })
    if (!(await confirm({ about, yes: t('Cancel this request'), isDestructive: true }))) return
    if ((await command.run({ id, expected_amount: amount })) !== undefined) onClose()
  }
  return (
    <Stack gap="md">
      {summary(newest, handOvers.ownTimeline)}
      {isOpen && <EffectLines lines={[effects.statusChanges.cancel(newest)]} />}
      <Moved row={row} newest={newest} command={command} />
      <Buttons>
        <Button ref={close} variant="default" onClick={onClose}>
          {translate('Close')}
        </Button>
        {isOpen && (
          <WorkButton color="red.9" isRunning={command.isRunning} onClick={() => void cancel()}>
            {translate('Cancel this request')}
          </WorkButton>
        )}
      </Buttons>
    </Stack>
  )
}

export const summary = (row: HandOverRow, call: TimelineCall = handOvers.timeline) => (
  <>
    <Summary
      facts={[
        ['ID', <MoneyRowId key="id" id={row.id} />],
        ['Handed over by', nameOf(row.Owner)],
        ['Amount', <b key="amount">{formatTk(row.amount)}</b>],
        ['Kind', kindOf(row)],
        ['Phone', <Phone key="number" number={row.number} />],
        ['Created', <When key="created_at" instant={row.created_at} />],
        ['Status', <StatusBadge key="status" status={row.status} />],
        ...(row.Admin ? [['Admin', nameOf(row.Admin)] as const] : []),
        ...(row.reason ? [['Reason', row.reason] as const] : []),
      ]}
    />
    <Timeline
      call={call}
      subject="hand_over"
      id={row.id}
      began={
        row.kind === 'request' ? { at: row.created_at, text: t('{{name}} requested it', { name: nameOf(row.Owner) }) } : null
      }
    />
  </>
)
