import type { Output } from '#contract/endpoint.ts'
import { EARN_TYPES } from '#contract/limits.ts'
import { formatTk, PositiveAmount } from '#contract/money.ts'
import { users } from '#contract/users.ts'
import { Choices } from '../desk/Choices.tsx'
import { OpenedRecord } from '../forms/crud/OpenedRecord.tsx'
import { FormPage } from '../forms/FormPage.tsx'
import { type FieldProps, useField, useFormValues, type Values } from '../forms/fields/form-fields.ts'
import { TextField } from '../forms/fields/TextField.tsx'
import { useFrozenValue } from '../forms/use-frozen-value.ts'
import { useRecordForm } from '../forms/use-record-form.ts'
import { EffectLines } from '../money/EffectLines.tsx'
import { MONEY_READS } from '../money/stale.ts'
import { confirm, type Question } from '../ui/dialogs/confirm.ts'
import { t as translate, useT } from '../ui/text/i18n.ts'
import { signedTk, sumTk } from '../ui/text/tk.ts'
import classes from './users.module.css'

const TITLE = 'Earn Wallet'

type EarnWallet = Output<typeof users.earnWallet>

export function EarnWalletPage() {
  return (
    <OpenedRecord title={TITLE} call={users.earnWallet}>
      {(earn, refetch) => <EarnWalletForm earn={earn} refetch={refetch} />}
    </OpenedRecord>
  )
}

function EarnWalletForm({ earn, refetch }: { earn: EarnWallet; refetch: () => void }) {
  const form = useRecordForm({
    call: users.adjustEarnWallet,
    start: { id: earn.id, type: '', amount: '', reason: '' },
    inputOf: (values) => ({ ...values, expected_total: shown.total_amount }),
    pending: 'Updating user...',
    stale: MONEY_READS,
    list: '/user',
    onConflict: refetch,
    ask: async (values) => {
      const question = earnQuestion(values, shown)
      return question === undefined || confirm(question)
    },
  })
  const shown = useFrozenValue(earn, form)
  return (
    <FormPage title={TITLE} subtitle={`${earn.username} #${earn.id}`} form={form}>
      <TotalEarn earn={shown} />
      <TypeField name="type" label="Type" />
      <TextField name="amount" label="Amount" required inputMode="decimal" unit="tk" />
      <TextField name="reason" label="Reason" required />
      <BalanceAfter total={shown.total_amount} />
    </FormPage>
  )
}

/** None below zero, which the server refuses. */
const earnQuestion = ({ type, amount }: Values, { username, total_amount }: EarnWallet): Question | undefined => {
  const change = PositiveAmount.parse(amount) * (type === 'add' ? 1 : -1)
  const after = sumTk([total_amount, change])
  if (after < 0) return undefined
  return {
    about: translate('The earn wallet of {{name}} will change by {{amount}}: {{before}} → {{after}}.', {
      name: username,
      amount: signedTk(change),
      before: formatTk(total_amount),
      after: formatTk(after),
    }),
    yes: translate('Change the wallet'),
  }
}

function TotalEarn({ earn }: { earn: EarnWallet }) {
  const t = useT()
  return (
    <div className={classes.total}>
      <div>
        <small>{t('Total Earn')}</small>
        <b>{formatTk(earn.total_amount)}</b>
      </div>
      {earn.held > 0 && (
        <div>
          <small>{t('Pending withdrawals')}</small>
          <b>{formatTk(earn.held)}</b>
        </div>
      )}
    </div>
  )
}

function TypeField(props: FieldProps) {
  const t = useT()
  const { box, change } = useField<string>(props)
  const shown = {
    add: { label: t('Add'), about: t('Adds to the earn wallet') },
    deduct: { label: t('Deduct'), about: t('Deducts from the earn wallet') },
  }
  return (
    <Choices
      legend={props.label}
      choices={EARN_TYPES.map((type) => ({ value: type, ...shown[type] }))}
      chosen={EARN_TYPES.find((type) => type === box.value)}
      error={box.error}
      required
      onChange={change}
    />
  )
}

function BalanceAfter({ total }: { total: number }) {
  const t = useT()
  const { type, amount: typed } = useFormValues()
  const amount = PositiveAmount.safeParse(typed)
  if (!amount.success || (type !== 'add' && type !== 'deduct')) return <EffectLines lines={[]} />
  const change = type === 'add' ? amount.data : -amount.data
  const after = sumTk([total, change])
  const lines = [
    t('Earn wallet will change by {{amount}}', { amount: signedTk(change) }),
    t('Balance after: {{amount}}', { amount: formatTk(after) }),
    ...(after < 0 ? [t('Insufficient balance')] : []),
  ]
  return <EffectLines lines={lines} />
}
