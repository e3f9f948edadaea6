import { Alert, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClock, IconSnowflake } from '@tabler/icons-react'
import type { Output } from '#contract/endpoint.ts'
import type { reconcile } from '#contract/reconcile.ts'
import { When } from '../lists/cells/When.tsx'
import { tFinding, useT } from '../ui/text/i18n.ts'
import { Folded } from './Folded.tsx'
import classes from './reconcile.module.css'

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
  const t = useT()
  if (accounts.length === 0) return null
  return (
    <section aria-labelledby="frozen">
      <Title order={2} id="frozen" mb="xs">
        {t('Frozen accounts')}
      </Title>
      <ul className={classes.rules}>
        {accounts.map(({ account_id, account, reason, since }) => (
          <li key={account_id} data-broken>
            <IconSnowflake size={20} aria-hidden />
            <span>
              <b>{tFinding(account)}</b>
              <small>{tFinding(reason)}</small>
            </span>
            <When instant={since} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Every accounting check: green, or the rows that fail it; neither before the first run. */
export function Rules({ rules, isChecked }: { rules: Status['rules']; isChecked: boolean }) {
  const t = useT()
  return (
    <Folded
      id="rules"
      title={t('Accounting checks')}
      count={rules.length}
      bad={rules.filter(({ breaks }) => breaks.length > 0).length}
      isUnchecked={!isChecked}
    >
      {rules.map(({ name, about, breaks }) => (
        <li
          key={name}
          data-broken={breaks.length > 0 || undefined}
          data-unchecked={(!isChecked && breaks.length === 0) || undefined}
        >
          <Mark isChecked={isChecked} isBroken={breaks.length > 0} />
          <span>
            <b>{t(about)}</b>
            {breaks.map((message) => (
              <small key={message}>{tFinding(message)}</small>
            ))}
          </span>
          <em>{breaks.length > 0 ? t('failed') : isChecked ? t('OK') : '---'}</em>
        </li>
      ))}
    </Folded>
  )
}

function Mark({ isChecked, isBroken }: { isChecked: boolean; isBroken: boolean }) {
  if (isBroken) return <IconCircleX size={20} aria-hidden />
  return isChecked ? <IconCircleCheck size={20} aria-hidden /> : <IconClock size={20} aria-hidden />
}
