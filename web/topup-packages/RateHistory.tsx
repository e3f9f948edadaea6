import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts'
import { formatTk } from '#contract/money.ts'
import { type RateChange, rates } from '#contract/topup-packages.ts'
import { When } from '../kit/cells/When.tsx'
import { confirm } from '../kit/confirm.tsx'
import { useT } from '../kit/i18n.ts'
import { Pager } from '../kit/Pager.tsx'
import { LoadError, Loading } from '../kit/states.tsx'
import { useCommand } from '../kit/use-command.ts'
import { useData } from '../kit/use-data.ts'
import classes from './packages.module.css'
import { STALE } from './stale.ts'

/** The product's changes of rate, newest first; the last one that stands can be taken back. */
export function RateHistory({ productId }: { productId: number }) {
  const t = useT()
  const [shown, setShown] = useState({ page: 1, limit: DEFAULT_PAGE_SIZE as number })
  const { data, error, refetch } = useData(rates.history, { product_id: productId, ...shown }, { keepPrevious: true })
  const failed = error && <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return failed ?? <Loading rows={2} height={48} />
  if (data.total === 0) return <Text c="dimmed">{t('The rate has not been changed yet.')}</Text>
  return (
    <>
      {failed}
      <ul className={classes.history} aria-label={t('Rate history')}>
        {data.data.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </ul>
      {(data.total > shown.limit || shown.page > 1) && (
        <Pager
          {...shown}
          total={data.total}
          isCapped={false}
          onChange={({ page = 1, limit = shown.limit }) => setShown({ page, limit })}
        />
      )}
    </>
  )
}

function Change({ change }: { change: RateChange }) {
  const t = useT()
  const { id, product_id, dollar_rate, at, Admin, packages, reverted_at, can_revert } = change
  const name = `${Admin.first_name} ${Admin.last_name}`.trim()
  return (
    <li data-reverted={reverted_at !== null || undefined}>
      <div>
        <b>{t('Rate {{rate}}', { rate: dollar_rate })}</b> · {name} · <When instant={at} />
        {reverted_at && <Text size="sm">{t('Taken back')}</Text>}
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
    const about = t('Rate {{rate}} is taken back: every package gets the price that it had before.', { rate })
    if (await confirm({ about, yes: t('Take back'), destroys: true })) {
      await revert.run({ product_id: productId, change_id: changeId })
    }
  }
  return (
    <Button size="xs" variant="default" loading={revert.isRunning} onClick={() => void ask()}>
      {t('Take back')}
    </Button>
  )
}
