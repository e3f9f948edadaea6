import type { OrderRow, OrderStatus } from '#contract/orders.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { useT } from '../ui/text/i18n.ts'
import { StatusForm } from './StatusForm.tsx'

interface StatusDialogProps {
  readonly order: OrderRow
  readonly choices: readonly OrderStatus[]
  readonly onClose: () => void
  readonly onSaved: (order: OrderRow) => void
}

export function StatusDialog({ order, choices, onClose, onSaved }: StatusDialogProps) {
  const t = useT()
  return (
    <Dialog opened onClose={onClose} title={t('Order {{id}}', { id: order.id })}>
      <StatusForm
        order={order}
        choices={choices}
        onClose={onClose}
        onSaved={(saved) => {
          onSaved(saved)
          onClose()
        }}
      />
    </Dialog>
  )
}
