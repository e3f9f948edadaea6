import { Title } from '@mantine/core'
import { type Settings, settings, shopFactsOf } from '#contract/settings.ts'
import { webhooks } from '#contract/webhooks.ts'
import { FormBody } from '../forms/FormPage.tsx'
import type { Values } from '../forms/fields/form-fields.ts'
import { useEditForm } from '../forms/use-edit-form.tsx'
import { useT } from '../ui/text/i18n.ts'
import { updateShop } from '../ui/text/shop.ts'
import { ShopFields } from './ShopFields.tsx'
import { hasGatewayUrl } from './SmsFields.tsx'

interface ShopFormProps {
  readonly present: Settings
  readonly refetch: () => void
  readonly onSaved: (saved: Settings) => void
}

export function ShopForm({ present, refetch, onSaved }: ShopFormProps) {
  const t = useT()
  const { form, notice, base } = useEditForm<Settings>({
    call: settings.update,
    row: present,
    refetch,
    valuesOf: startOf,
    inputOf: (values, from) => ({
      ...withoutUnchangedPolicy(values, from),
      ...(!hasGatewayUrl(values) && gatewayOf(from)),
      version: from.version,
    }),
    pending: 'Updating settings...',
    stale: [settings.show, webhooks.list],
    list: '/settings',
    onSaved: (reply) => {
      const saved = reply as Settings
      updateShop(shopFactsOf(saved))
      onSaved(saved)
      focusHeading()
    },
  })
  return (
    <section aria-labelledby="shop-settings">
      <Title order={2} id="shop-settings" mb="sm" tabIndex={-1}>
        {t('Shop')}
      </Title>
      <FormBody form={form} notice={notice} fields={<ShopFields saved={base} />} />
    </section>
  )
}

const startOf = ({ version: _, has_sms_key, has_webhook_secret, webhook_url_of_environment, ...set }: Settings): Values => ({
  ...set,
  low_stock_codes: String(set.low_stock_codes),
  claim_minutes: String(set.claim_minutes),
  secrets_kept_days: String(set.secrets_kept_days),
  wallet_changes_per_day: String(set.wallet_changes_per_day),
  sms_per_second: String(set.sms_per_second),
  sms_key: '',
  webhook_secret: '',
})

const GATEWAY = ['sms_url', 'sms_method', 'sms_per_second', 'sms_accepted_field', 'sms_accepted', 'sms_key']

/** Unchanged values: fields hidden with the gateway are not sent, as errors in them could not be corrected. */
const gatewayOf = (from: Settings): Values =>
  Object.fromEntries(Object.entries(startOf(from)).filter(([name]) => GATEWAY.includes(name)))

/** What is unchanged is not sent, so that another change asks for no confirmation. */
const withoutUnchangedPolicy = (values: Values, base: Settings): Values => {
  const isUnchanged = (name: string) => POLICY.some((one) => one === name && values[one] === base[one])
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isUnchanged(name)))
}
const POLICY = ['second_factor', 'confirm_again', 'own_password_required'] as const

/** Waits for the form that replaces this one. */
const focusHeading = () => setTimeout(() => document.getElementById('shop-settings')?.focus())
