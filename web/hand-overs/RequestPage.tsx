import { Button, Stack, Text, TextInput } from '@mantine/core'
import { handOvers } from '#contract/hand-overs.ts'
import { MAX_TK } from '#contract/limits.ts'
import { requiredFreeText } from '#contract/list.ts'
import { formatTk, PositiveAmount } from '#contract/money.ts'
import { useCan, useProfile } from '../calls/session.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { type FieldProps, useField, useFormValues } from '../forms/fields/form-fields.ts'
import { TextField } from '../forms/fields/TextField.tsx'
import { useFrozenValue } from '../forms/use-frozen-value.ts'
import { useRecordForm } from '../forms/use-record-form.ts'
import { StatementLink } from '../lists/cells/StatementLink.tsx'
import { EffectLines } from '../money/EffectLines.tsx'
import { MONEY_READS } from '../money/stale.ts'
import { confirm } from '../ui/dialogs/confirm.ts'
import { Loading, ReadError } from '../ui/states.tsx'
import { t, useT } from '../ui/text/i18n.ts'
import { differenceTk, signedTk } from '../ui/text/tk.ts'
import classes from './request.module.css'

const SUBTITLE = 'Hand over collected cash: your wallet goes down by this amount now'

/** Labelled optional, but required in the browser (specification, 2 and 5); the server accepts an empty one. */
const REQUEST = {
  ...handOvers.request,
  input: handOvers.request.input.extend({ number: requiredFreeText('Phone is required', 30) }),
}

const AMOUNT_NAME = 'amount'
const AMOUNT: FieldProps = { label: 'Amount', name: AMOUNT_NAME }

export function RequestPage() {
  const seesWalletAdds = useCan()('wallet_adds_view')
  const profile = useProfile()
  const form = useRecordForm({
    call: REQUEST,
    start: { amount: '', number: '' },
    inputOf: (values) => ({ ...values, ...(shown && { expected_wallet: shown.wallet }) }),
    pending: 'Updating transaction...',
    stale: MONEY_READS,
    list: seesWalletAdds ? '/add-wallet' : '/my-wallet-request',
    onConflict: () => void profile.refetch(),
    ask: async ({ amount }) =>
      shown === undefined ||
      shown.wallet < PositiveAmount.parse(amount) ||
      confirm({ about: `${walletChange(shown.wallet, PositiveAmount.parse(amount))}.`, yes: t('Hand over') }),
  })
  const shown = useFrozenValue(profile.data, form)
  return (
    <FormPage title="Create Transaction" subtitle={SUBTITLE} form={form} save="Edit transaction" context="request">
      {shown ? (
        <OwnWallet wallet={shown.wallet} />
      ) : profile.error ? (
        <ReadError query={profile} />
      ) : (
        <Loading rows={1} height={90} />
      )}
      <PhoneField name="number" label="Phone (optional)" />
    </FormPage>
  )
}

const walletChange = (wallet: number, amount: number) =>
  t('Your wallet will change by {{amount}}: {{before}} → {{after}}', {
    amount: signedTk(-amount),
    before: formatTk(wallet),
    after: formatTk(differenceTk(wallet, amount)),
  })

/** The wallet now, the amount to hand over, and what will remain. */
function OwnWallet({ wallet }: { wallet: number }) {
  const translate = useT()
  const { change } = useField<string>(AMOUNT)
  const amount = PositiveAmount.safeParse(useFormValues().amount)
  return (
    <>
      <div className={classes.wallet}>
        <Stack gap={0}>
          <Text size="sm" c="dimmed">
            {translate('Your wallet')}
          </Text>
          <Text size="xl" fw={650}>
            <StatementLink statement="own">{formatTk(wallet)}</StatementLink>
          </Text>
        </Stack>
        <Button variant="default" disabled={wallet === 0} onClick={() => change(String(Math.min(wallet, MAX_TK)))}>
          {wallet > MAX_TK ? translate('Hand over {{amount}}', { amount: formatTk(MAX_TK) }) : translate('Hand over everything')}
        </Button>
        {wallet > MAX_TK && (
          <Text size="sm" className={classes.most}>
            {translate('At most {{most}} per hand-over. Hand over the rest separately.', { most: formatTk(MAX_TK) })}
          </Text>
        )}
      </div>
      <TextField {...AMOUNT} required inputMode="decimal" unit="tk" />
      <EffectLines lines={amount.success ? [walletChange(wallet, amount.data)] : []} />
    </>
  )
}

function PhoneField(props: FieldProps) {
  const { box, change } = useField<string>(props)
  return (
    <TextInput
      {...box}
      required
      withAsterisk={false}
      inputMode="tel"
      autoComplete="off"
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
