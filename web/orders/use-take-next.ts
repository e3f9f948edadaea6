import { useRef } from 'react'
import { desk } from '#contract/desk.ts'
import type { OrderRow } from '#contract/orders.ts'
import { useCommand } from '../calls/use-command.ts'
import { copyQuietly, nextCopyTurn } from '../ui/copy.ts'
import { t } from '../ui/text/i18n.ts'
import { toastFailed } from '../ui/toasts.ts'
import type { DeskKind } from './desks.tsx'
import { ONE_ORDER } from './state.ts'

/** Claims the oldest pending order and copies its player id. `settled` returns whether a claim in flight succeeded. */
export function useTakeNext(list: DeskKind, onTaken: (order: OrderRow) => void) {
  const take = useCommand(desk.takeNext, {
    pending: 'Taking the next order...',
    ...ONE_ORDER,
    onFailed: (failure) => {
      // The lists are still being refetched, but T may be pressed again now.
      inFlight.current = undefined
      toastFailed(failure)
    },
    successMessage: async ({ order }) => {
      if (!order) return t('No pending order')
      const { id, playerid } = order
      const isCopied = await copyQuietly(playerid, turn.current)
      return t(isCopied ? 'Order {{id}} is yours. Copied Player ID:: {{playerid}}' : 'Order {{id}} is yours', { id, playerid })
    },
  })
  const turn = useRef(0)
  const inFlight = useRef<Promise<boolean>>(undefined)
  const run = async () => {
    turn.current = nextCopyTurn()
    const reply = await take.run({ list })
    if (reply?.order) onTaken(reply.order)
    return Boolean(reply?.order)
  }
  return {
    run: () => {
      if (inFlight.current) return
      const started = run()
      inFlight.current = started
      void started.then(() => {
        if (inFlight.current === started) inFlight.current = undefined
      })
    },
    settled: () => inFlight.current ?? Promise.resolve(true),
  }
}
