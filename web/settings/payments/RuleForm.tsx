import { Button, Checkbox, Text } from '@mantine/core'
import type { SubmitEvent } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { lookups } from '#contract/lookups.ts'
import { WALLETS, type Wallet } from '#contract/payment-rows.ts'
import { payments } from '#contract/payments.ts'
import { faultsOf } from '../../calls/errors.ts'
import { useCommand } from '../../calls/use-command.ts'
import { NumberBox } from '../../forms/fields/NumberBox.tsx'
import { RestoredNotice } from '../../forms/RestoredNotice.tsx'
import { submitByKey } from '../../forms/submit-by-key.ts'
import { useFaults } from '../../forms/use-faults.ts'
import { useRestoredState } from '../../forms/use-restored.ts'
import { Select } from '../../ui/Select.tsx'
import { tMessage, useT } from '../../ui/text/i18n.ts'
import classes from '../settings.module.css'

/** Brands, the same in every language. */
const WALLET_NAMES = { bkash: 'bKash', nagad: 'Nagad', rocket: 'Rocket', upay: 'Upay' } as const satisfies {
  [wallet in Wallet]: string
}

interface RuleFormProps {
  /** Of the payment method. */
  readonly id: number
  readonly name: string
  readonly rule: Output<typeof payments.rules>['data'][number] | undefined
}

/** Which wallet writes the messages of a payment method, and what is completed automatically. */
export function RuleForm({ id, name, rule }: RuleFormProps) {
  const t = useT()
  const command = useCommand(payments.setRule, {
    pending: 'Updating payment rule...',
    stale: [payments.rules, lookups.paymentMethods],
  })
  const [typed, setTyped, restoredInput] = useRestoredState<Typed>(`payment rule ${id}`, startOf(rule), command)
  const { faults, setFound, element, focusFault } = useFaults(command)
  const change = (patch: Partial<Typed>) => {
    setFound({})
    setTyped((before) => ({ ...before, ...patch }))
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (command.isRunning) return
    const checked = payments.setRule.input.safeParse({ id, ...typed })
    setFound(faultsOf(checked.error))
    if (!checked.success || (await command.run(checked.data)) === undefined) focusFault()
  }
  const amount = (field: 'automatic_each' | 'automatic_daily', label: string) => (
    <NumberBox
      label={t(label)}
      name={field}
      w={160}
      rightSection={<Text size="sm">tk</Text>}
      value={typed[field]}
      error={faults[field] && tMessage(faults[field])}
      onChange={(value) => change({ [field]: value })}
    />
  )
  return (
    <form
      ref={element}
      className={classes.group}
      aria-label={name}
      aria-busy={command.isRunning}
      onSubmit={submit}
      onKeyDown={submitByKey}
      noValidate
    >
      <h3 className={classes.method}>{name}</h3>
      <RestoredNotice restoredInput={restoredInput} />
      <div className={classes.fields}>
        <Select
          label={t('Wallet')}
          name="wallet"
          w={160}
          value={typed.wallet}
          choices={[['', t('Not read')], ...WALLETS.map((wallet) => [wallet, WALLET_NAMES[wallet]] as const)]}
          error={faults.wallet && tMessage(faults.wallet)}
          onChange={(wallet) => change({ wallet })}
        />
        {typed.automatic === 1 && amount('automatic_each', 'At most each')}
        {typed.automatic === 1 && amount('automatic_daily', 'At most a day')}
      </div>
      <Checkbox
        label={t('Complete paid wallet adds automatically')}
        checked={typed.automatic === 1}
        onChange={(event) => change({ automatic: event.currentTarget.checked ? 1 : 0 })}
      />
      {/* The shop's form has the one filled button of the screen. */}
      <Button type="submit" variant="default" w="fit-content" aria-label={t('Update {{name}}', { name })}>
        {t('Update')}
      </Button>
    </form>
  )
}

interface Typed {
  readonly wallet: string
  readonly automatic: 0 | 1
  readonly automatic_each: string
  readonly automatic_daily: string
}

const startOf = (rule: RuleFormProps['rule']): Typed => ({
  wallet: rule?.wallet ?? '',
  automatic: rule?.automatic === 1 ? 1 : 0,
  automatic_each: String(rule?.automatic_each ?? 0),
  automatic_daily: String(rule?.automatic_daily ?? 0),
})
