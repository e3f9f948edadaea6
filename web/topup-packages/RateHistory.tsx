import { Text } from '@mantine/core'
import { useState } from 'react'
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts'
import { formatTk } from '#contract/money.ts'
import { type RateChange, rates } from '#contract/topup-packages.ts'
import { useCommand } from '../calls/use-command.ts'
import { useData } from '../calls/use-data.ts'
import { When } from '../lists/cells/When.tsx'
import { Pager } from '../lists/Pager.tsx'
import { confirm } from '../ui/dialogs/confirm.ts'
import { Loading, ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'
import { WorkButton } from '../ui/WorkButton.tsx'
import classes from './packages.module.css'
import { STALE } from './topup-packages.ts'

/** The product's rate changes, newest first; the latest one in effect can be reverted. */
export function RateHistory({ productId }: { productId: number }) {
  const t = useT()
  const [shown, setShown] = useState({ page: 1, limit: DEFAULT_PAGE_SIZE as number })
  const { data, error, refetch } = useData(rates.history, { product_id: productId, ...shown }, { keepPrevious: true })
  const failed = <ReadError query={{ error, refetch }} />
  if (!data) return error ? failed : <Loading rows={2} height={48} />
  if (data.total === 0) return <Text c="dimmed">{t('No rate changes yet.')}</Text>
  return (
    <>
      {failed}
      <ul className={classes.history} tabIndex={-1} aria-label={t('Rate history')}>
        {data.data.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </ul>
      {data.total > Math.min(shown.limit, DEFAULT_PAGE_SIZE) && <Pager {...shown} total={data.total} onChange={setShown} />}
    </>
  )
}

function Change({ change }: { change: RateChange }) {
  const t = useT()
  const { id, product_id, dollar_rate, at, Admin, packages, reverted_at, can_revert } = change
  const name = nameOf(Admin)
  return (
    <li data-reverted={reverted_at !== null || undefined}>
      <div>
        <b>{t('Rate {{rate}}', { rate: dollar_rate })}</b> · {name} · <When instant={at} />
        {reverted_at && <Text size="sm">{t('Reverted')}</Text>}
        <Text size="sm" c="dimmed">
          {packages.map((one) => `${one.name}: ${formatTk(one.old_price)} → ${formatTk(one.new_price)}`).join(', ')}
        </Text>
      </div>
      {can_revert && <Revert productId={product_id} changeId={id} rate={dollar_rate} />}
    </li>
  )
}

function Revert({ productId, changeId, rate }: { productId: number; changeId: number; rate: number }) {
  const t = useT()
  const revert = useCommand(rates.revert, { pending: 'Updating dollar rate...', stale: STALE })
  const ask = async () => {
    const about = t(
      'Rate {{rate}} will be reverted. Packages it repriced get their old prices back, except those moved or deleted since.',
      { rate },
    )
    if (await confirm({ about, yes: t('Revert'), isDestructive: true }))
      await revert.run({ product_id: productId, change_id: changeId })
  }
  return (
    <WorkButton size="xs" variant="default" isRunning={revert.isRunning} onClick={() => void ask()}>
      {t('Revert')}
    </WorkButton>
  )
}
