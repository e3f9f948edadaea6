import { SECOND_FACTOR_LABELS, SECOND_FACTOR_POLICIES, type Settings, settings } from '#contract/settings.ts'
import { webhooks } from '#contract/webhooks.ts'
import { useCommand } from '../calls/use-command.ts'
import { useData } from '../calls/use-data.ts'
import { FlagField } from '../forms/fields/FlagField.tsx'
import { useFormValues } from '../forms/fields/form-fields.ts'
import { SecretField } from '../forms/fields/SecretField.tsx'
import { SelectField } from '../forms/fields/SelectField.tsx'
import { TextField } from '../forms/fields/TextField.tsx'
import { useT } from '../ui/text/i18n.ts'
import { WorkButton } from '../ui/WorkButton.tsx'
import { describeStoredKey, FieldGroup } from './FieldGroup.tsx'
import { NotesFields } from './NotesFields.tsx'
import { SmsFields } from './SmsFields.tsx'
import classes from './settings.module.css'

/** The fields of the shop's settings; `saved` says which secrets are there, and which address the webhook has. */
export const ShopFields = ({ saved }: { saved: Settings }) => (
  <>
    <TextField name="shop_name" label="Name" description="Shown in the header and on the sign-in page." />
    <ZoneField />
    <FieldGroup title="Orders">
      <TextField
        name="claim_minutes"
        label="Claim time (minutes)"
        description="An order in progress counts as left when its holder’s dashboard has been closed for this long."
        inputMode="numeric"
        required
      />
      <TextField
        name="secrets_kept_days"
        label="Keep in-game passwords for (days)"
        description="In-game passwords and security codes are erased this long after an order closes."
        inputMode="numeric"
        required
      />
    </FieldGroup>
    <NotesFields />
    <FieldGroup title="Vouchers and wallets">
      <TextField
        name="low_stock_codes"
        label="Low-stock alert"
        description="A package with fewer voucher codes than this is shown as low."
        inputMode="numeric"
        required
      />
      <TextField
        name="wallet_changes_per_day"
        label="Wallet changes per sub-admin and day"
        description="How many tk one sub-admin’s wallet edits and earn wallet adjustments may move in a day. 0: no limit."
        inputMode="numeric"
        required
      />
    </FieldGroup>
    <SecurityFields />
    <SmsFields saved={saved} />
    <WebhookFields saved={saved} />
    <FieldGroup title="Internal network">
      <TextField
        name="internal_hosts"
        label="Allowed internal hosts"
        description="The gateway and the webhook may be at these private addresses, for example 10.0.0.5, sms.lan. Every other private address is refused."
      />
    </FieldGroup>
  </>
)

function ZoneField() {
  const t = useT()
  const zones = useData(settings.timeZones, {})
  const chosen = String(useFormValues().time_zone)
  const choices = (zones.data?.data ?? [chosen]).map((name) => ({ id: name, name: name.replaceAll('_', ' ') }))
  return (
    <div>
      <SelectField name="time_zone" label="Time zone" choices={choices} from={zones} required />
      <p className={classes.about}>
        {t('Days begin at midnight in this zone. Changing it recalculates every figure: work may wait for some seconds.')}
      </p>
    </div>
  )
}

function SecurityFields() {
  const t = useT()
  return (
    <FieldGroup title="Security">
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
    </FieldGroup>
  )
}

function WebhookFields({ saved }: { saved: Settings }) {
  const t = useT()
  const fixed = saved.webhook_url_of_environment
  return (
    <FieldGroup title="Webhook">
      {fixed ? (
        <p>{t('WEBHOOK_URL is set on the server and overrides this: {{url}}', { url: fixed })}</p>
      ) : (
        <>
          <TextField
            name="webhook_url"
            label="Webhook URL"
            description="Receives every decision on orders and money. Empty: nothing is sent, now or later, and the store has to read the decisions itself."
            inputMode="url"
          />
          <SecretField
            name="webhook_secret"
            label="Signing secret"
            description={describeStoredKey(t, saved.has_webhook_secret)}
          />
        </>
      )}
      {(fixed || saved.webhook_url) && <SendTestEvent />}
    </FieldGroup>
  )
}

/** Goes to what is saved, whatever the fields say. */
function SendTestEvent() {
  const t = useT()
  const test = useCommand(webhooks.sendTest, { pending: 'Sending a test event...', stale: [] })
  return (
    <div>
      <WorkButton size="xs" variant="default" isRunning={test.isRunning} onClick={() => void test.run({})}>
        {t('Send test event')}
      </WorkButton>
      <p className={classes.about}>{t('Goes to the saved webhook URL, once.')}</p>
    </div>
  )
}
