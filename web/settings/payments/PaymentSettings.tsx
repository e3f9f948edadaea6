import { Stack } from '@mantine/core'
import { lookups } from '#contract/lookups.ts'
import { payments } from '#contract/payments.ts'
import { useData } from '../../calls/use-data.ts'
import { Section } from '../../ui/Section.tsx'
import { Loading, ReadError } from '../../ui/states.tsx'
import { useT } from '../../ui/text/i18n.ts'
import classes from '../settings.module.css'
import { Phones } from './Phones.tsx'
import { RuleForm } from './RuleForm.tsx'

/** Which wallet each payment method is, what is completed automatically, and the phones that forward messages. */
export function PaymentSettings() {
  const t = useT()
  const methods = useData(lookups.paymentMethods, {})
  const rules = useData(payments.rules, {})
  const failed = [methods, rules].find((query) => query.error && !query.data)
  if (failed) return <ReadError query={failed} />
  if (!methods.data || !rules.data) return <Loading rows={3} height={60} />
  const { data } = rules.data
  return (
    <Section title="Payments">
      <div className={classes.card}>
        <p className={classes.about}>
          {t('Phones forward the messages of the wallets. A payment is tied to the wallet add with its TrxID; see /payments.')}
        </p>
        <Stack gap="md">
          {methods.data.data.map(({ id, name }) => (
            <RuleForm key={id} id={id} name={name} rule={data.find(({ payment_method_id }) => payment_method_id === id)} />
          ))}
        </Stack>
        <Phones methods={methods.data.data} />
      </div>
    </Section>
  )
}
