import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { formatTk } from '#contract/money.ts'
import type { walletAdds } from '#contract/wallet-adds.ts'
import type { withdrawals } from '#contract/withdrawals.ts'
import { asApiError, call } from '../calls/api.ts'
import { successMessageOf } from '../calls/errors.ts'
import { useCommand } from '../calls/use-command.ts'
import { confirm } from '../ui/dialogs/confirm.ts'
import { useT } from '../ui/text/i18n.ts'
import { toastDone, toastFailed } from '../ui/toasts.ts'
import { MONEY_READS } from './stale.ts'

interface CancelAllProps {
  readonly pending: typeof walletAdds.pending | typeof withdrawals.pending
  readonly cancelAll: typeof walletAdds.cancelAll | typeof withdrawals.cancelAll
  /** English, with {{count}}, {{sum}} and {{id}}. */
  readonly about: string
}

/** 'Cancel All': asks first, with count and sum. Rows created after that stay pending. */
export function CancelAll({ pending, cancelAll, about }: CancelAllProps) {
  const t = useT()
  const command = useCommand(cancelAll, {
    pending: 'Cancelling transactions...',
    stale: MONEY_READS,
    successMessage: (cancelled) => {
      const done = successMessageOf(cancelAll.done, cancelled)
      const { left_pending } = cancelled
      const left = left_pending === 1 ? '{{count}} stays pending: a frozen wallet' : '{{count}} stay pending: frozen wallets'
      return left_pending === 0 ? done : `${done} ${t(left, { count: left_pending })}`
    },
  })
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const ask = async () => {
    if (isAsking || command.isRunning) return
    setAsking(true)
    try {
      const { data } = await call(pending, {})
      // The admin has left the screen: do not ask.
      if (!button.current) return
      if (data.up_to_id === null) return toastDone(t('There is no pending transaction'))
      const values = { count: data.count, sum: formatTk(data.sum), id: data.up_to_id }
      if (!(await confirm({ about: t(about, values), yes: t('Cancel all of them'), isDestructive: true }))) return
      command.restart()
      await command.run({ up_to_id: data.up_to_id, as_of: data.as_of, unseen: data.unseen })
    } catch (error) {
      toastFailed(asApiError(error))
    } finally {
      setAsking(false)
    }
  }
  return (
    <Button ref={button} variant="default" px="sm" aria-disabled={isAsking || undefined} onClick={() => void ask()}>
      {t('Cancel All')}
    </Button>
  )
}
