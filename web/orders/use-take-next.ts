import { useRef } from 'react'
import { desk } from '#contract/desk.ts'
import type { OrderRow } from '#contract/orders.ts'
import { useCommand } from '../kit/calls/use-command.ts'
import { askToCopy, copyQuietly } from '../kit/copy.ts'
import { t } from '../kit/text/i18n.ts'
import { toastFailed } from '../kit/toasts.ts'
import { ONE_ORDER } from './state.ts'

/** Claims the oldest pending order and copies its player id. `settled` returns whether a claim in flight succeeded. */
export function useTakeNext(list: 'orders' | 'admin', onTaken: (order: OrderRow) => void) {
  const take = useCommand(desk.takeNext, {
    pending: 'Taking the next order...',
    ...ONE_ORDER,
    onFailed: (failure) => {
      // The lists are still being refetched, but T may be pressed again now.
      underWay.current = undefined
      toastFailed(failure)
    },
    said: async ({ order }) => {
      if (!order) return t('No pending order')
      const { id, playerid } = order
      const isCopied = await copyQuietly(playerid, turn.current)
      return t(isCopied ? 'Order {{id}} is yours. Copied Player ID:: {{playerid}}' : 'Order {{id}} is yours', { id, playerid })
    },
  })
  const turn = useRef(0)
  const underWay = useRef<Promise<boolean>>(undefined)
  const run = async () => {
    turn.current = askToCopy()
    const reply = await take.run({ list })
    if (reply?.order) onTaken(reply.order)
    return Boolean(reply?.order)
  }
  return {
    run: () => {
      if (underWay.current) return
      const started = run()
      underWay.current = started
      void started.then(() => {
        if (underWay.current === started) underWay.current = undefined
      })
    },
    settled: () => underWay.current ?? Promise.resolve(true),
  }
}
