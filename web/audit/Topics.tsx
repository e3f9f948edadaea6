import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { AUDIT_TOPICS, type AuditTopic } from '#contract/audit.ts'
import { useT } from '../ui/text/i18n.ts'

export const TOPIC_LABELS: Readonly<Record<AuditTopic, string>> = {
  by_hand: 'Wallets changed by hand',
  refunds: 'Refunds and corrections',
  prices: 'Prices',
  rights: 'Rights',
  sign_ins: 'Sign-ins',
  codes: 'Codes seen',
}

/** One click to what an owner asks: who changed a wallet, a price, a right. Again, and all is shown. */
export function Topics({ chosen }: { chosen: AuditTopic | undefined }) {
  const t = useT()
  return (
    <Group component="nav" gap={6} aria-label={t('Topic')}>
      {AUDIT_TOPICS.map((topic) => (
        <Button
          key={topic}
          size="compact-sm"
          variant={topic === chosen ? 'light' : 'default'}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/audit"
              search={topic === chosen ? {} : { topic }}
              aria-current={topic === chosen ? 'true' : undefined}
            />
          )}
        >
          {t(TOPIC_LABELS[topic])}
        </Button>
      ))}
    </Group>
  )
}
