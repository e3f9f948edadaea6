import { type Settings, SMS_GATEWAY_KINDS, SMS_GATEWAYS, SMS_METHODS, type SmsGatewayKind } from '#contract/settings.ts'
import { useFormFields, useFormValues, type Values } from '../forms/fields/form-fields.ts'
import { SecretField } from '../forms/fields/SecretField.tsx'
import { SelectField } from '../forms/fields/SelectField.tsx'
import { TextField } from '../forms/fields/TextField.tsx'
import { Select } from '../ui/Select.tsx'
import { useT } from '../ui/text/i18n.ts'
import { describeStoredKey, FieldGroup } from './FieldGroup.tsx'
import { GATEWAY_PRESETS } from './gateway-presets.ts'
import { SendTestMessage } from './SendTestMessage.tsx'
import classes from './settings.module.css'

export const hasGatewayUrl = ({ sms_gateway }: Values): boolean => SMS_GATEWAY_KINDS[sms_gateway as SmsGatewayKind].hasUrl

export function SmsFields({ saved }: { saved: Settings }) {
  const t = useT()
  return (
    <FieldGroup title="SMS">
      <SelectField
        name="sms_gateway"
        label="SMS sending"
        choices={SMS_GATEWAYS.map((id) => ({ id, name: t(SMS_GATEWAY_KINDS[id].label) }))}
        required
      />
      {hasGatewayUrl(useFormValues()) && <GatewayFields hasKey={saved.has_sms_key} />}
      {hasGatewayUrl({ sms_gateway: saved.sms_gateway }) && <SendTestMessage />}
    </FieldGroup>
  )
}

function GatewayFields({ hasKey }: { hasKey: boolean }) {
  const t = useT()
  return (
    <>
      <Presets />
      <TextField
        name="sms_url"
        label="Gateway URL"
        description="Include {phone} and {message}. {key} stands for the key below, {id} for the message’s ID."
        inputMode="url"
        required
      />
      <div>
        <SelectField name="sms_method" label="Method" choices={SMS_METHODS.map((id) => ({ id, name: id }))} required />
        <p className={classes.about}>{t('With POST, the part after the question mark is sent as a form.')}</p>
      </div>
      <TextField
        name="sms_accepted"
        label="Accepted if the response says"
        description="Whole words, for example SUCCESS or 202. A 2xx response without them counts as refused and can be sent again. Empty: every 2xx response counts as sent, unless it clearly reports an error."
      />
      <TextField
        name="sms_accepted_field"
        label="In this JSON field of the response"
        description="For example response_code, or data.0.status for a nested field. Empty: anywhere in the response."
      />
      <SecretField name="sms_key" label="Gateway key" description={describeStoredKey(t, hasKey)} />
      <TextField name="sms_per_second" label="Messages per second" inputMode="numeric" required />
    </>
  )
}

/** Fills in fields of the form, and stays as long as they are of a preset. */
function Presets() {
  const t = useT()
  const { form } = useFormFields()
  const values = useFormValues()
  const fill = (chosen: string) => {
    const { gateway: _, ...fields } = GATEWAY_PRESETS.find(({ gateway }) => gateway === chosen) ?? { gateway: '' }
    form.setValues(fields)
  }
  return (
    <div>
      <Select
        label={t('Fill in for')}
        value={GATEWAY_PRESETS.find(({ sms_url }) => sms_url === values.sms_url)?.gateway ?? ''}
        choices={[
          ['', t('Another gateway')],
          ...GATEWAY_PRESETS.map(({ gateway }) => [gateway, t('{{name}} (to be checked)', { name: gateway })] as const),
        ]}
        onChange={fill}
      />
      <p className={classes.about}>
        {t('Fills in the URL, the method and the rule. Replace SENDER_ID, and compare all of it with the gateway’s own page.')}
      </p>
    </div>
  )
}
