import { Group, Text } from '@mantine/core'
import { topupPackages as calls } from '#contract/topup-packages.ts'
import { confirm } from '../kit/confirm.tsx'
import { focusAfter } from '../kit/focus-after.ts'
import { useT } from '../kit/i18n.ts'
import { useCommand } from '../kit/use-command.ts'
import { WorkButton } from '../kit/WorkButton.tsx'
import type { TopupPackage } from './topup-packages.tsx'

/** That a package sells voucher codes, and the way back: one paste into the wrong package makes it do so. */
export function VoucherSales({ item }: { item: TopupPackage }) {
  const t = useT()
  const stop = useCommand(calls.stopVouchers, {
    pending: t('Updating {{noun}}...', { noun: t('Topup package').toLowerCase() }),
    stale: [calls.show, calls.list],
  })
  const ask = async (from: HTMLElement) => {
    const about = t('{{name}} is on sale without codes from now on, and its orders are delivered by hand.', { name: item.name })
    if (!(await confirm({ about, yes: t('Sell no codes') }))) return
    const back = focusAfter(from)
    await stop.run({ id: item.id })
    setTimeout(back)
  }
  return (
    <Group gap="sm">
      <Text size="sm">
        {t('Each order is delivered with a voucher code; codes left: {{count}}.', { count: item.codes_left ?? 0 })}
      </Text>
      <WorkButton size="xs" variant="default" isRunning={stop.isRunning} onClick={(event) => void ask(event.currentTarget)}>
        {t('Sell no codes')}
      </WorkButton>
    </Group>
  )
}
