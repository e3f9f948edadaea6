import { Group, Text } from '@mantine/core'
import { useRef } from 'react'
import { topupPackages as calls, OrdersWithoutCode } from '#contract/topup-packages.ts'
import { useCommand } from '../calls/use-command.ts'
import { confirm } from '../ui/dialogs/confirm.ts'
import { useT } from '../ui/text/i18n.ts'
import { toastFailed } from '../ui/toasts.ts'
import { WorkButton } from '../ui/WorkButton.tsx'
import type { TopupPackage } from './topup-packages.ts'

/** Says that a package sells voucher codes, and stops it: a single paste into the wrong package starts it. */
export function VoucherSales({ item }: { item: TopupPackage }) {
  const t = useT()
  const codesLeft = item.codes_left ?? 0
  const openOrders = useRef<number>(undefined)
  const stop = useCommand(calls.stopVouchers, {
    pending: t('Updating {{noun}}...', { noun: t('Topup package').toLowerCase() }),
    stale: [calls.show, calls.list],
    onFailed: (failure) => {
      openOrders.current = failure.status === 409 ? OrdersWithoutCode.safeParse(failure.data).data?.open_orders : undefined
      if (openOrders.current === undefined) toastFailed(failure)
    },
  })
  /** Asks again if there are more open orders than the admin was told. */
  const ask = async (about: string, expected: number): Promise<void> => {
    if (!(await confirm({ about, yes: t('Stop selling codes') }))) return
    const isStopped = (await stop.run({ id: item.id, expected_open_orders: expected })) !== undefined
    const count = openOrders.current
    if (isStopped || count === undefined) return
    await ask(
      t('Open orders of {{name}} that will get no code: {{count}}. Deliver each by hand.', {
        name: item.name,
        count,
      }),
      count,
    )
  }
  const begin = () => ask(t('{{name}} will be sold without codes. Deliver its orders by hand.', { name: item.name }), 0)
  return (
    <Group gap="sm">
      <Text size="sm">{t('Each order is delivered with a voucher code; codes left: {{count}}.', { count: codesLeft })}</Text>
      {codesLeft > 0 ? (
        <Text size="sm">{t('To stop selling codes, first delete, hide or move its Ready codes.')}</Text>
      ) : (
        <WorkButton size="xs" variant="default" isRunning={stop.isRunning} onClick={() => void begin()}>
          {t('Stop selling codes')}
        </WorkButton>
      )}
    </Group>
  )
}
