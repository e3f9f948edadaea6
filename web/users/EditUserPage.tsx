import { Text } from '@mantine/core'
import { USER_PASSWORD_MIN } from '#contract/limits.ts'
import { Balance, formatTk } from '#contract/money.ts'
import { type UserRow, users } from '#contract/users.ts'
import { useCan } from '../calls/session.ts'
import { EditPage } from '../forms/crud/CrudForm.tsx'
import type { Edited } from '../forms/crud/crud.ts'
import { FieldLine } from '../forms/fields/FieldLine.tsx'
import { FlagField } from '../forms/fields/FlagField.tsx'
import { useFormFields, type Values } from '../forms/fields/form-fields.ts'
import { SecretField } from '../forms/fields/SecretField.tsx'
import { TextField } from '../forms/fields/TextField.tsx'
import { EffectLines } from '../money/EffectLines.tsx'
import { MONEY_READS } from '../money/stale.ts'
import { confirm, type Question } from '../ui/dialogs/confirm.ts'
import { t, useT } from '../ui/text/i18n.ts'
import { differenceTk, signedTk } from '../ui/text/tk.ts'

const customers: Edited<UserRow> = {
  calls: users,
  noun: 'User',
  path: '/user',
  invalidates: MONEY_READS,
  empty: { phone: '', wallet: '', reason: '', password: '', address: '', city: '', zip_code: '', is_banned: 0 },
  guarded: 'wallet',
  isPartial: true,
}

export const EditUserPage = () => (
  <EditPage
    title="Edit user"
    subtitleOf={({ username, id }) => `${username} #${id}`}
    crud={customers}
    ask={async (values, user) => {
      const questions = [walletQuestion(values, user), banQuestion(values, user)].filter((question) => question !== undefined)
      const [first, second] = questions
      if (!first || !second) return !first || confirm(first)
      return confirm({ about: `${first.about} ${second.about}`, yes: t('Save'), isDestructive: true })
    }}
  >
    {(user) => <Fields user={user} />}
  </EditPage>
)

function Fields({ user }: { user: UserRow }) {
  const translate = useT()
  const can = useCan()
  return (
    <>
      <TextField
        name="phone"
        label="Phone"
        required
        {...(user.is_phone_verify === 1 && { description: 'Verified. A new number must be verified again.' })}
      />
      {can('users_wallet') ? <WalletField /> : <Text>{`${translate('Wallet')}: ${formatTk(user.wallet)}`}</Text>}
      {can('users_password') && (
        <SecretField
          name="password"
          label="New password"
          description={translate('Leave empty to keep it, or enter at least {{count}} characters.', {
            count: USER_PASSWORD_MIN,
          })}
        />
      )}
      <TextField name="address" label="Address" />
      <FieldLine>
        <TextField name="city" label="City" />
        <TextField name="zip_code" label="Zip code" />
      </FieldLine>
      {can('users_ban') && (
        <FlagField
          name="is_banned"
          label="Banned"
          description="The store refuses orders, wallet adds and withdrawals of banned customers. Open ones can still be decided."
        />
      )}
    </>
  )
}

const banQuestion = ({ is_banned }: Values, user: UserRow): Question | undefined =>
  user.is_banned === 1 || is_banned !== 1
    ? undefined
    : {
        about: t('{{name}} will be banned. The store will refuse their orders, wallet adds and withdrawals.', {
          name: user.username,
        }),
        yes: t('Ban'),
        isDestructive: true,
      }

/** From the balance that the form shows to the one that was typed. */
const changeOf = (typed: unknown, present: number) => {
  const wanted = Balance.safeParse(typed)
  const difference = wanted.success ? differenceTk(wanted.data, present) : 0
  return { difference, before: formatTk(present), after: formatTk(wanted.data ?? present), amount: signedTk(difference) }
}

const walletQuestion = ({ wallet }: Values, user: UserRow): Question | undefined => {
  const { difference, ...change } = changeOf(wallet, user.wallet)
  if (difference === 0) return undefined
  return {
    about: t('The wallet of {{name}} will change by {{amount}}: {{before}} → {{after}}.', { name: user.username, ...change }),
    yes: t('Change the wallet'),
  }
}

/** Compared with the balance that the edit starts from, which another admin's change moves only once it is accepted. */
function WalletField() {
  const translate = useT()
  const { form } = useFormFields()
  const { difference, ...change } = changeOf(form.getValues().wallet, Number(form.getInitialValues().wallet))
  return (
    <>
      <TextField name="wallet" label="Wallet" required inputMode="decimal" unit="tk" />
      <EffectLines
        lines={difference === 0 ? [] : [translate('User wallet will change by {{amount}}: {{before}} → {{after}}', change)]}
      />
      {difference !== 0 && <TextField name="reason" label="Reason" required />}
    </>
  )
}
