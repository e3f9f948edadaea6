import { Alert, Button, Text } from '@mantine/core'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { Rate } from '#contract/money.ts'
import { type Repricing, rates } from '#contract/topup-packages.ts'
import { loadErrorMessage } from '../calls/errors.ts'
import { useCommand } from '../calls/use-command.ts'
import { useData } from '../calls/use-data.ts'
import { NumberBox } from '../forms/fields/NumberBox.tsx'
import { RestoredNotice } from '../forms/RestoredNotice.tsx'
import { useGuard } from '../forms/use-record-form.ts'
import { useRestoredState } from '../forms/use-restored.ts'
import { confirm, type Question } from '../ui/dialogs/confirm.ts'
import { t, tMessage, useT } from '../ui/text/i18n.ts'
import classes from './packages.module.css'
import { RateHistory } from './RateHistory.tsx'
import { RatePreview } from './RatePreview.tsx'
import { STALE } from './topup-packages.ts'

/** Prices all packages of a product by a rate. The rate can only be applied while the preview shows exactly that rate. */
export function RatePanel({ productId }: { productId: number }) {
  const translate = useT()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const update = useCommand(rates.update, { pending: 'Updating dollar rate...', stale: STALE })
  const [typed, setTyped, restoredInput] = useRestoredState(`dollar rate of ${productId}`, '', update)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const rate = Rate.safeParse(typed.trim())
  const preview = useData(
    rates.preview,
    { product_id: productId, dollar_rate: rate.data ?? 1 },
    { enabled: rate.success, keepPrevious: true },
  )
  const shown = rate.success && preview.data?.dollar_rate === rate.data ? preview.data : undefined
  // A rate submitted before its preview had loaded.
  const [early, setEarly] = useState('')
  const problem = typed.trim() === '' || rate.success ? undefined : rate.error.issues[0]?.message

  useGuard(() => typed.trim() !== '', update.isRunning)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (update.isRunning) return
    if (!shown) return setEarly(typed)
    const { dollar_rate, seen, packages } = shown
    if (!(await confirm(rateQuestion(dollar_rate, packages)))) return
    // Text typed while waiting for the reply is the next rate.
    if (await update.run({ product_id: productId, dollar_rate, seen })) setTyped((now) => (now === typed ? '' : now))
  }
  const isShown = shown !== undefined
  useEffect(() => {
    if (isShown) button.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    <section className={classes.rate} aria-label={translate('Update rate')}>
      <RestoredNotice restoredInput={restoredInput} />
      <form aria-busy={update.isRunning} className={classes.rateForm} onSubmit={(event) => void submit(event)} noValidate>
        <NumberBox
          id={id}
          name="dollar_rate"
          label={translate('Dollar rate')}
          description={translate('Each price becomes buy price × rate, rounded up to whole tk.')}
          error={problem && tMessage(problem)}
          value={typed}
          onChange={setTyped}
        />
        {/* Before the button, so that the prices are seen first. */}
        {rate.success && preview.data && <RatePreview packages={preview.data.packages} isStale={!shown} />}
        <Button ref={button} type="submit" variant={isShown ? 'filled' : 'default'}>
          {translate('Update rate')}
        </Button>
        <Button variant="default" aria-expanded={isHistoryOpen} onClick={() => setHistoryOpen(!isHistoryOpen)}>
          {translate('Rate history')}
        </Button>
      </form>
      {rate.success && preview.error && <Alert color="red" role="alert" title={loadErrorMessage(preview.error)} />}
      <Text role="status" size="sm" className={classes.early}>
        {rate.success && !preview.error && early === typed && translate('Review the preview of this rate, then update.')}
      </Text>
      {isHistoryOpen && <RateHistory productId={productId} />}
    </section>
  )
}

const rateQuestion = (rate: number, packages: readonly Repricing[]): Question => {
  const changed = packages.filter(({ old_price, new_price }) => old_price !== new_price).length
  const losses = packages.filter(({ below_cost }) => below_cost).length
  const about = [
    t('Rate {{rate}} will change {{count}} of {{of}} prices.', { rate, count: changed, of: packages.length }),
    ...(losses > 0 ? [`${t('{{count}} of {{of}} would be sold below cost', { count: losses, of: packages.length })}.`] : []),
  ]
  return { about: about.join(' '), yes: t('Update rate'), isDestructive: losses > 0 }
}
