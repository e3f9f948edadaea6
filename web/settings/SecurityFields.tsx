import { SECOND_FACTOR_LABELS, SECOND_FACTOR_POLICIES } from '#contract/settings.ts'
import { FlagField } from '../forms/fields/FlagField.tsx'
import { SelectField } from '../forms/fields/SelectField.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './settings.module.css'

export function SecurityFields() {
  const t = useT()
  return (
    <fieldset className={classes.group}>
      <legend>{t('Security')}</legend>
      <div>
        <SelectField
          name="second_factor"
          label="Second factor"
          choices={SECOND_FACTOR_POLICIES.map((id) => ({ id, name: t(SECOND_FACTOR_LABELS[id]) }))}
          required
        />
        <p className={classes.about}>
          {t('A code from a phone or a passkey, besides the password. Admins who need one and have none can only add it.')}
        </p>
      </div>
      <FlagField
        name="confirm_again"
        label="Confirm sensitive changes"
        description="Roles, permissions, other admins’ passwords and secrets need a sign-in or confirmation of the last 15 minutes."
      />
      <FlagField
        name="own_password_required"
        label="Require own passwords"
        description="Another program that signs in with a password somebody else set can only change it, as in the dashboard."
      />
    </fieldset>
  )
}
