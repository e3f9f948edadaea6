import { Button, Checkbox, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { formatTk } from '#contract/money.ts'
import { type OrderRow, orders } from '#contract/orders.ts'
import { fieldErrors } from '../../calls/errors.ts'
import { useCommand } from '../../calls/use-command.ts'
import { DrawerPart } from '../../desk/row-drawer/RowDrawer.tsx'
import { submitByKey } from '../../forms/submit-by-key.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { useShortcuts } from '../../ui/keys.ts'
import { useT } from '../../ui/text/i18n.ts'
import { STALE } from '../state.ts'
import classes from './drawer.module.css'

/** Cancels a completed order and refunds what is left of it, once, with a reason; super admins only. */
export function Correction({ order }: { order: OrderRow }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  useShortcuts([{ code: 'KeyX', label: 'Correct this order', run: () => setOpen(true) }], 'Orders')
  const [reason, setReason, sending] = useDraft(`why order ${order.id} is corrected`, '')
  const [returnsCredit, setReturnsCredit] = useState(false)
  const correct = useCommand(orders.correct, { pending: 'Correcting the order...', stale: STALE })
  const left = formatTk(order.amount - order.refunded)
  const problem = correct.error ? fieldErrors(correct.error).reason : undefined
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (correct.isRunning) return
    const about = t('Order {{id}} will be cancelled and {{amount}} refunded to {{username}}.', {
      id: order.id,
      amount: left,
      username: order.User.username,
    })
    if (reason.trim() === '' || (await confirm({ about, yes: t('Correct the order'), isDestructive: true })))
      void sending(correct.run({ id: order.id, reason, return_credit: returnsCredit ? 1 : 0, expected_refunded: order.refunded }))
  }
  return (
    <DrawerPart title="Correction">
      {isOpen ? (
        <form aria-busy={correct.isRunning} className={classes.note} onSubmit={submit} onKeyDown={submitByKey} noValidate>
          <TextInput
            w="100%"
            autoFocus
            label={t('Reason')}
            autoComplete="off"
            required
            error={problem}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Checkbox
            label={t('Return supplier credit')}
            checked={returnsCredit}
            onChange={(event) => setReturnsCredit(event.currentTarget.checked)}
          />
          <Button type="submit" color="red.9">
            {t('Refund {{amount}}', { amount: left })}
          </Button>
        </form>
      ) : (
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('Correct this order')}
        </Button>
      )}
    </DrawerPart>
  )
}
