import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconSnowflake } from '@tabler/icons-react'
import type { Output } from '#contract/endpoint.ts'
import type { reconcile } from '#contract/reconcile.ts'
import { When } from '../lists/cells/When.tsx'
import { Section } from '../ui/Section.tsx'
import { tFinding, useT } from '../ui/text/i18n.ts'
import { Folded } from './Folded.tsx'
import { Line } from './Line.tsx'
import classes from './status.module.css'

type Status = Output<typeof reconcile.show>

export function Stopped({ reason }: { reason: string | null }) {
  const t = useT()
  if (reason === null) return null
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={t('No money moves until this is fixed')}>
      <Text c="bright">{tFinding(reason)}</Text>
    </Alert>
  )
}

/** Wallets that cannot move until their discrepancy is fixed. */
export function Frozen({ accounts }: { accounts: Status['frozen'] }) {
  if (accounts.length === 0) return null
  return (
    <Section title="Frozen accounts">
      <ul className={classes.rules}>
        {accounts.map(({ account_id, account, reason, since }) => (
          <Line
            key={account_id}
            mark={<IconSnowflake size={20} aria-hidden />}
            name={tFinding(account)}
            notes={tFinding(reason)}
            isBroken
          >
            <When instant={since} />
          </Line>
        ))}
      </ul>
    </Section>
  )
}

/** Every accounting check: green, or the rows that fail it; neither before the first run. */
export function Rules({ rules, isChecked }: { rules: Status['rules']; isChecked: boolean }) {
  const t = useT()
  return (
    <Folded
      title="Accounting checks"
      count={rules.length}
      bad={rules.filter(({ breaks }) => breaks.length > 0).length}
      isUnchecked={!isChecked}
    >
      {rules.map(({ name, about, breaks }) => (
        <Line
          key={name}
          name={t(about)}
          notes={breaks.map((message) => tFinding(message))}
          isBroken={breaks.length > 0}
          isUnchecked={!isChecked && breaks.length === 0}
        >
          <em>{breaks.length > 0 ? t('failed') : isChecked ? t('OK') : '---'}</em>
        </Line>
      ))}
    </Folded>
  )
}
