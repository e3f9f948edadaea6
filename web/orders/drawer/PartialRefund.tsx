import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { formatTk } from '#contract/money.ts'
import { type OrderRow, orders } from '#contract/orders.ts'
import { faultsOf, fieldErrors } from '../../calls/errors.ts'
import { useCommand } from '../../calls/use-command.ts'
import { DrawerPart } from '../../desk/row-drawer/RowDrawer.tsx'
import { NumberBox } from '../../forms/fields/NumberBox.tsx'
import { RestoredNotice } from '../../forms/RestoredNotice.tsx'
import { submitByKey } from '../../forms/submit-by-key.ts'
import { useRestoredState } from '../../forms/use-restored.ts'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { useShortcuts } from '../../ui/keys.ts'
import { tMessage, useT } from '../../ui/text/i18n.ts'
import { ONE_ORDER } from '../state.ts'
import classes from './drawer.module.css'

const EMPTY = { amount: '', reason: '' }

/** Gives back a part of a completed order, with a reason; super admins only. */
export function PartialRefund({ order }: { order: OrderRow }) {
  const t = useT()
  const refund = useCommand(orders.refund, { pending: 'Refunding...', ...ONE_ORDER })
  const [typed, setTyped, restoredInput] = useRestoredState(`partial refund of order ${order.id}`, EMPTY, refund)
  const [isOpen, setOpen] = useState(restoredInput.restored !== undefined)
  useShortcuts([{ code: 'KeyR', label: 'Refund a part', run: () => setOpen(true) }], 'Orders')
  const { amount, reason } = typed
  const [faults, setFaults] = useState<Record<string, string>>({})
  const errors = { ...(refund.error && fieldErrors(refund.error)), ...faults }
  const errorOf = (field: string) => errors[field] && tMessage(errors[field])
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (refund.isRunning) return
    const checked = orders.refund.input.safeParse({ id: order.id, amount, reason, expected_refunded: order.refunded })
    setFaults(faultsOf(checked.error))
    if (!checked.success) return
    const about = t('{{amount}} of order {{id}} will be refunded to {{username}}. The order stays completed.', {
      id: order.id,
      amount: formatTk(checked.data.amount),
      username: order.User.username,
    })
    if (!(await confirm({ about, yes: t('Refund {{amount}}', { amount: formatTk(checked.data.amount) }), isDestructive: true })))
      return
    if (!(await refund.run(checked.data))) return
    setTyped(EMPTY)
    setOpen(false)
  }
  if (!isOpen) {
    return (
      <DrawerPart title="Partial refund">
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('Refund a part')}
        </Button>
      </DrawerPart>
    )
  }
  return (
    <DrawerPart title="Partial refund">
      <form aria-busy={refund.isRunning} className={classes.note} onSubmit={submit} onKeyDown={submitByKey} noValidate>
        <RestoredNotice restoredInput={restoredInput} />
        <NumberBox
          w="100%"
          autoFocus
          label={t('Amount')}
          description={t('{{amount}} is left of this order', { amount: formatTk(order.amount - order.refunded) })}
          inputMode="decimal"
          required
          error={errorOf('amount')}
          value={amount}
          onChange={(value) => setTyped({ ...typed, amount: value })}
        />
        <TextInput
          w="100%"
          label={t('Reason')}
          autoComplete="off"
          required
          error={errorOf('reason')}
          value={reason}
          onChange={(event) => setTyped({ ...typed, reason: event.currentTarget.value })}
        />
        <Button type="submit" color="red.9">
          {t('Refund')}
        </Button>
      </form>
    </DrawerPart>
  )
}
