import { Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { USER_PASSWORD_MIN } from '#contract/limits.ts'
import { Balance, formatTk } from '#contract/money.ts'
import { type UserRow, users } from '#contract/users.ts'
import type { ApiError } from '../calls/api.ts'
import { useCan } from '../calls/session.ts'
import { isAnswered } from '../calls/use-command.ts'
import { OpenedRecord } from '../forms/crud/OpenedRecord.tsx'
import { FormPage } from '../forms/FormPage.tsx'
import { FlagField } from '../forms/fields/FlagField.tsx'
import { useFormValues, type Values } from '../forms/fields/form-fields.ts'
import { NewPasswordField } from '../forms/fields/NewPasswordField.tsx'
import { TextField } from '../forms/fields/TextField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { EffectLines } from '../money/EffectLines.tsx'
import { MONEY_READS } from '../money/stale.ts'
import { confirm } from '../ui/dialogs/confirm.tsx'
import { t, useT } from '../ui/text/i18n.ts'
import { differenceTk, signedTk } from '../ui/text/tk.ts'

const TITLE = 'Edit user'
const TEXTS = ['phone', 'address', 'city', 'zip_code'] as const

export function EditUserPage() {
  return (
    <OpenedRecord title={TITLE} call={users.show}>
      {(user) => <UserForm user={user} />}
    </OpenedRecord>
  )
}

/**
 * Values are compared with the customer that the form opened with: against refetched data, untouched fields would look changed
 * and be reverted. Only a refusal with the current wallet moves that base. After a lost reply, what was sent may have been saved
 * or not, so those fields are always sent again.
 */
function UserForm({ user }: { user: UserRow }) {
  const translate = useT()
  const can = useCan()
  const [known, setKnown] = useState(user)
  const sent = useRef({ base: known, input: {} as Values })
  const [pendingInput, setPendingInput] = useState<Values>({})
  const applyRefusal = (error: ApiError) => {
    const { wallet } = (error.data ?? {}) as Partial<Pick<UserRow, 'wallet'>>
    if (wallet !== undefined) setKnown((before) => ({ ...before, wallet }))
    if (isAnswered(error)) return
    const { base, input } = sent.current
    setKnown(base)
    setPendingInput((before) => ({ ...before, ...input }))
  }
  // Repeating the lost call is idempotent; another balance starts from the current one.
  const walletBefore = (typed: Values[string] | undefined) =>
    'wallet' in pendingInput && typed !== pendingInput.wallet ? user.wallet : known.wallet
  const form = useRecordForm({
    call: users.update,
    start: startOf(user),
    inputOf: (values) => {
      const base = { ...known, wallet: walletBefore(values.wallet) }
      sent.current = { base, input: changesOf(values, base, pendingInput) }
      return sent.current.input
    },
    pending: 'Updating user...',
    stale: MONEY_READS,
    list: '/user',
    onConflict: applyRefusal,
    ask: async ({ is_banned }) => known.is_banned === 1 || is_banned !== 1 || confirm(banQuestion(user)),
  })
  return (
    <FormPage title={TITLE} subtitle={`${user.username} #${user.id}`} form={form}>
      <TextField
        name="phone"
        label="Phone"
        required
        {...(user.is_phone_verify === 1 && { description: 'Verified. A new number must be verified again.' })}
      />
      {can('users_wallet') ? (
        <WalletField before={walletBefore} />
      ) : (
        <Text>{`${translate('Wallet')}: ${formatTk(user.wallet)}`}</Text>
      )}
      {can('users_password') && (
        <NewPasswordField
          name="password"
          label="New password"
          description={translate('Leave empty to keep it, or enter at least {{count}} characters.', {
            count: USER_PASSWORD_MIN,
          })}
        />
      )}
      <TextField name="address" label="Address" />
      <TextField name="city" label="City" />
      <TextField name="zip_code" label="Zip code" />
      {can('users_ban') && (
        <FlagField
          name="is_banned"
          label="Banned"
          description="The store refuses orders, wallet adds and withdrawals of banned customers. Open ones can still be decided."
        />
      )}
    </FormPage>
  )
}

const banQuestion = ({ username }: UserRow) => ({
  about: t('{{name}} will be banned. The store will refuse their orders, wallet adds and withdrawals.', { name: username }),
  yes: t('Ban'),
  destroys: true,
})

const startOf = ({ phone, wallet, address, city, zip_code, is_banned }: UserRow): Values => ({
  phone,
  wallet: String(wallet),
  password: '',
  address,
  city,
  zip_code,
  is_banned,
})

/** Sends only changed fields, and the wallet with the balance it was changed from, so that no movement in between is lost. */
function changesOf(values: Values, known: UserRow, unanswered: Values): Values {
  const texts = TEXTS.filter((name) => name in unanswered || String(values[name]).trim() !== known[name])
  const isWalletChanged = String(values.wallet).trim() !== String(known.wallet)
  const isBanChanged = 'is_banned' in unanswered || values.is_banned !== known.is_banned
  return {
    id: known.id,
    ...Object.fromEntries(texts.map((name) => [name, values[name] ?? ''])),
    ...(isWalletChanged && { wallet: values.wallet ?? '', expected_wallet: known.wallet }),
    ...(values.password !== '' && { password: values.password ?? '' }),
    ...(isBanChanged && { is_banned: values.is_banned ?? known.is_banned }),
  }
}

function WalletField({ before }: { before: (typed: Values[string] | undefined) => number }) {
  const translate = useT()
  const { wallet: typed } = useFormValues()
  const wanted = Balance.safeParse(typed)
  const present = before(typed)
  const difference = wanted.success ? differenceTk(wanted.data, present) : 0
  const change = { before: formatTk(present), after: formatTk(wanted.data ?? present), amount: signedTk(difference) }
  return (
    <>
      <TextField name="wallet" label="Wallet" required inputMode="decimal" unit="tk" />
      <EffectLines
        lines={difference === 0 ? [] : [translate('User wallet will change by {{amount}}: {{before}} → {{after}}', change)]}
        emptyText="No wallet will change"
      />
    </>
  )
}
