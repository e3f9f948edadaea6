import { desk, type SECRET_FIELDS } from '#contract/desk.ts'
import type { OrderRow } from '#contract/orders.ts'
import { may } from '#contract/roles.ts'
import { useProfile } from '../calls/session.ts'
import { useCommand } from '../calls/use-command.ts'
import { copyQuietly, nextCopyTurn } from '../ui/copy.ts'
import { t } from '../ui/text/i18n.ts'
import { toastFailed } from '../ui/toasts.ts'
import { CLAIM_EXPIRED, isHeldByOther, isOpen, ONE_ORDER } from './state.ts'
import type { OpenOrder } from './use-open-order.ts'

export type SecretField = (typeof SECRET_FIELDS)[number]

export const SECRET_LABELS = { ingamepassword: 'In-game password', securitycode: 'Security code' } as const satisfies Record<
  SecretField,
  string
>

const MISSING_SECRET = {
  ingamepassword: 'Order {{id}} has no in-game password',
  securitycode: 'Order {{id}} has no security code',
} as const satisfies Record<SecretField, string>

/** The copy turn of each reveal call in flight. */
const turns = new WeakMap<object, number>()

/** In-game secrets are readable only by the holder or a super admin, so an unclaimed order is claimed first. If its last claim
 * has expired, the order is opened instead: the warning must be seen before it is claimed. */
export function useSecrets(opened: OpenOrder) {
  const profile = useProfile().data
  const claim = useCommand(desk.claim, {
    pending: 'Taking the order...',
    ...ONE_ORDER,
    successMessage: ({ order }) => t('Order {{id}} is yours', { id: order.id }),
  })
  const options = { pending: 'Reading the secret...', stale: [desk.details] }
  const show = useCommand(desk.reveal, { ...options, successMessage: () => t('Shown and recorded in the timeline') })
  const revealToCopy = useCommand(desk.reveal, {
    ...options,
    successMessage: async ({ secret }, input) =>
      (await copyQuietly(secret, turns.get(input))) ? t('Order {{id}}: copied without showing', { id: input.id }) : '',
  })

  const mayRead = async (order: OrderRow): Promise<boolean> => {
    const isHeld = isHeldByOther(order, profile?.id)
    const isMine = order.holder_id === profile?.id
    if (!isOpen(order) || isMine || (isHeld && may(profile, 'take_over'))) return true
    if (!order.holder_id || isHeld || opened.id === order.id) return !!(await claim.run({ id: order.id, take_over: 0 }))
    toastFailed(t(CLAIM_EXPIRED, { name: order.held_by ?? '' }))
    opened.open(order.id)
    return false
  }
  return {
    /** Copies a secret without showing it. */
    copyHidden: async (order: OrderRow, field: SecretField): Promise<void> => {
      if (order[field] === '') return toastFailed(t(MISSING_SECRET[field], { id: order.id }))
      const input = { id: order.id, field }
      turns.set(input, nextCopyTurn())
      if (await mayRead(order)) await revealToCopy.run(input)
    },
    /** The secret for display; undefined if refused. */
    read: async (order: OrderRow, field: SecretField): Promise<string | undefined> =>
      (await mayRead(order)) ? (await show.run({ id: order.id, field }))?.secret : undefined,
  }
}
