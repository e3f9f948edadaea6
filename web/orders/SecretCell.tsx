import { IconCopy } from '@tabler/icons-react'
import type { OrderRow } from '#contract/orders.ts'
import { useT } from '../ui/text/i18n.ts'
import classes from './orders.module.css'
import { Secret } from './Secret.tsx'
import { SECRET_LABELS, type SecretField } from './use-secrets.ts'

interface SecretCellProps {
  readonly field: SecretField
  readonly order: OrderRow
  /** Copies it without showing it; undefined for admins who may not read it. */
  readonly onCopy: ((order: OrderRow, field: SecretField) => void) | undefined
}

export function SecretCell({ field, order, onCopy }: SecretCellProps) {
  const t = useT()
  const copies = `${t('Copy without showing')}: ${t(SECRET_LABELS[field])}, #${order.id}`
  const mask = order[field].slice(0, 4)
  if (mask === '' || !onCopy) return <Secret mask={mask} />
  return (
    <span className={classes.secret}>
      <Secret mask={mask} />
      {/* Each reveal is audited: ignore the second click of a double click. */}
      <button type="button" aria-label={copies} title={copies} onClick={({ detail }) => detail < 2 && onCopy(order, field)}>
        <IconCopy size={16} aria-hidden />
      </button>
    </span>
  )
}
