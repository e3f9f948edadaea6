import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { desk } from '#contract/desk.ts'
import { BULK_ORDERS_MAX } from '#contract/limits.ts'
import type { BulkResult } from '#contract/list.ts'
import { formatTk } from '#contract/money.ts'
import type { OrderRow } from '#contract/orders.ts'
import { useProfile } from '../../calls/session.ts'
import { useCommand } from '../../calls/use-command.ts'
import { NoteField } from '../../desk/NoteField.tsx'
import { ReadyNotes } from '../../desk/ReadyNotes.tsx'
import { forgetDraft } from '../../forms/drafts.ts'
import { RestoredNotice } from '../../forms/RestoredNotice.tsx'
import { submitByKey } from '../../forms/submit-by-key.ts'
import { useRestoredState } from '../../forms/use-restored.ts'
import { Buttons } from '../../ui/Buttons.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { type Selection, useTicked } from '../../ui/table/selection.ts'
import { tCode, useT } from '../../ui/text/i18n.ts'
import { sumTk } from '../../ui/text/tk.ts'
import { orderNotes } from '../actions.ts'
import { codeOf, decisionOfMany } from '../decision.ts'
import { CLAIM_EXPIRED, STALE } from '../state.ts'
import classes from './bulk.module.css'
import { partitionByCode, type Skipped, selectEligible } from './eligible-orders.ts'

interface BulkDialogProps {
  readonly status: 'completed' | 'cancel'
  readonly selection: Selection<OrderRow>
  readonly onClose: () => void
}

/** Completes or cancels the selected orders with one note; shows which ones before, and each result after. */
export function BulkDialog({ status, selection, onClose }: BulkDialogProps) {
  const t = useT()
  const [result, setResult] = useState<BulkResult>()
  return (
    // A new dialog once it is sent: it takes the focus and has no input to lose.
    <Dialog
      key={result && 'sent'}
      opened
      onClose={onClose}
      title={t(status === 'completed' ? 'Complete the selected orders' : 'Cancel the selected orders')}
    >
      {result ? (
        <Result result={result} onClose={onClose} />
      ) : (
        <BulkForm
          status={status}
          selection={selection}
          onClose={onClose}
          onDone={(reply) => {
            // Refused orders stay selected for review.
            selection.set(
              selection.rows().filter(({ id }) => reply.done.includes(id)),
              false,
            )
            if (reply.refused.length === 0) onClose()
            else setResult(reply)
          }}
        />
      )}
    </Dialog>
  )
}

const DO = {
  completed: { one: 'Complete {{count}} order', many: 'Complete {{count}} orders' },
  cancel: { one: 'Cancel {{count}} order', many: 'Cancel {{count}} orders' },
} as const

const DELIVER = {
  one: 'Deliver a voucher code with {{count}} order',
  many: 'Deliver voucher codes with {{count}} orders',
} as const

interface BulkFormProps {
  readonly status: 'completed' | 'cancel'
  readonly selection: Selection<OrderRow>
  readonly onClose: () => void
  readonly onDone: (result: BulkResult) => void
}

function BulkForm({ status, selection, onClose, onDone }: BulkFormProps) {
  const t = useT()
  const me = useProfile().data?.id
  const { eligible, skipped } = selectEligible(useTicked(selection), me)
  const [delivers, setDelivers] = useState(true)
  const save = useCommand(desk.decideMany, {
    pending: 'Updating orders...',
    stale: STALE,
    successMessage: ({ done, refused }) =>
      t('{{done}} done, {{refused}} refused', { done: done.length, refused: refused.length }),
  })
  const [note, setNote, restoredInput] = useRestoredState(`note to many, ${status}`, '', save)
  const { withCode, withoutCode } = partitionByCode(eligible)
  const twice = status === 'completed' ? eligible.filter(({ duplicate_of }) => duplicate_of !== null) : []
  const isTooMany = eligible.length > BULK_ORDERS_MAX
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (save.isRunning || isTooMany || eligible.length === 0) return
    const reply = await save.run(decisionOfMany(eligible, status, note, delivers))
    if (!reply) return
    for (const id of reply.done) forgetDraft(codeOf(id))
    onDone(reply)
  }
  const sum = formatTk(sumTk(eligible.map(({ amount }) => amount)))
  return (
    <form aria-busy={save.isRunning} onSubmit={submit} onKeyDown={submitByKey} noValidate>
      <Stack gap="md">
        <Text>
          {t(
            status === 'completed'
              ? '{{count}} can be completed, total {{sum}}'
              : '{{count}} can be cancelled: {{sum}} will be refunded',
            {
              count: eligible.length,
              sum,
            },
          )}
        </Text>
        <SkippedOrders skipped={skipped} />
        <RestoredNotice restoredInput={restoredInput} />
        <NoteField note={note} rows={2} hasFocus onChange={setNote} />
        <ReadyNotes notes={orderNotes(status)} note={note} onChoose={setNote} />
        {status === 'completed' && withCode.length > 0 && (
          <Checkbox
            label={t(DELIVER[withCode.length === 1 ? 'one' : 'many'], { count: withCode.length })}
            checked={delivers}
            onChange={(event) => setDelivers(event.currentTarget.checked)}
          />
        )}
        {status === 'completed' && withoutCode.length > 0 && (
          <Text size="sm">
            {t('Completed without a voucher code, as chosen on the order: {{orders}}', {
              orders: withoutCode.map(({ id }) => `#${id}`).join(', '),
            })}
          </Text>
        )}
        {twice.length > 0 && (
          <Alert color="yellow">
            {t('Same player ID and package as another order: {{orders}}', {
              orders: twice.map(({ id, duplicate_of }) => `#${id} (#${duplicate_of})`).join(', '),
            })}
          </Alert>
        )}
        {isTooMany && (
          <Alert color="red" role="alert">
            {t('At most {{count}} orders at once', { count: BULK_ORDERS_MAX })}
          </Alert>
        )}
        <Buttons>
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button
            type="submit"
            aria-busy={save.isRunning}
            aria-disabled={eligible.length === 0 || isTooMany || undefined}
            {...(status === 'cancel' && { color: 'red' })}
          >
            {t(DO[status][eligible.length === 1 ? 'one' : 'many'], { count: eligible.length })}
          </Button>
        </Buttons>
      </Stack>
    </form>
  )
}

function SkippedOrders({ skipped }: { skipped: readonly Skipped[] }) {
  const t = useT()
  if (skipped.length === 0) return null
  return (
    <div>
      <Text size="sm">{t('{{count}} will be skipped:', { count: skipped.length })}</Text>
      <ul className={classes.reasons}>
        {skipped.map(({ order, holder, isClaimExpired }) => (
          <li key={order.id}>
            <b>#{order.id}</b>{' '}
            {holder
              ? t(isClaimExpired ? CLAIM_EXPIRED : 'Order is being handled by {{name}}', { name: holder })
              : t('already {{status}}', { status: order.status })}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Result({ result: { done, refused }, onClose }: { result: BulkResult; onClose: () => void }) {
  const t = useT()
  return (
    <Stack gap="md">
      <Text role="status">{t('{{done}} done, {{refused}} refused', { done: done.length, refused: refused.length })}</Text>
      <ul className={classes.reasons} aria-label={t('Refused orders')}>
        {refused.map(({ id, code, params, reason }) => (
          <li key={id}>
            <b>#{id}</b> {tCode(code, params, reason)}
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        {t('Refused orders that are still in this list stay selected.')}
      </Text>
      <Buttons>
        <Button data-autofocus onClick={onClose}>
          {t('Close')}
        </Button>
      </Buttons>
    </Stack>
  )
}
