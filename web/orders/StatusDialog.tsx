import { Modal } from '@mantine/core'
import type { OrderRow, OrderStatus } from '#contract/orders.ts'
import { useSecondClick } from '../kit/dialogs/second-click.ts'
import { useBack } from '../kit/dialogs/use-back.ts'
import { useT } from '../kit/text/i18n.ts'
import { StatusForm } from './StatusForm.tsx'

interface StatusDialogProps {
  readonly order: OrderRow
  /** Statuses that this screen offers, of those that may follow. */
  readonly choices: readonly OrderStatus[]
  readonly onClose: () => void
  readonly onSaved: (order: OrderRow) => void
}

/** Decides one order. */
export function StatusDialog({ order, choices, onClose, onSaved }: StatusDialogProps) {
  const t = useT()
  const { overlayProps, wasMeant } = useSecondClick(true)
  useBack(true, onClose)
  return (
    <Modal
      opened
      onClose={() => wasMeant() && onClose()}
      returnFocus={false}
      overlayProps={overlayProps}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('Close') }}
      title={<b>{t('Order {{id}}', { id: order.id })}</b>}
    >
      <StatusForm
        order={order}
        choices={choices}
        onClose={onClose}
        onSaved={(saved) => {
          onSaved(saved)
          onClose()
        }}
      />
    </Modal>
  )
}
