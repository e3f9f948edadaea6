import { Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type AuditCheck, audit } from '#contract/audit.ts'
import { type ApiError, call } from '../calls/api.ts'
import { loadErrorMessage } from '../calls/errors.ts'
import { useData } from '../calls/use-data.ts'
import { dayAndTimeInWords } from '../lists/cells/When.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { tFinding, useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'
import { WorkButton } from '../ui/WorkButton.tsx'
import classes from './audit.module.css'

type Found = Pick<AuditCheck, 'rows' | 'late' | 'faults'>

/** The title, beside which it is said how much of the log is sealed. */
export function SealCheck() {
  const t = useT()
  const { data } = useData(audit.state, {})
  const [found, setFound] = useState<Found>()
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  const verify = useMutation<void, ApiError>({
    mutationFn: async () => {
      let sum: Found = { rows: 0, late: 0, faults: [] }
      let after: number | null = 0
      setFound(sum)
      while (after !== null && !isUnmounted.current) {
        const found: AuditCheck = (await call(audit.check, { after })).data
        sum = { rows: sum.rows + found.rows, late: sum.late + found.late, faults: [...sum.faults, ...found.faults] }
        setFound(sum)
        after = found.next
      }
    },
  })
  return (
    <>
      <PageTitle title="Audit log">
        <Text size="sm" className={classes.sealed}>
          {data &&
            t(data.sealed === data.rows ? '{{rows}} entries, all sealed' : '{{rows}} entries, {{sealed}} sealed', {
              rows: data.rows,
              sealed: data.sealed,
            })}
          {data?.sealed_at && ` · ${dayAndTimeInWords(data.sealed_at)}`}
        </Text>
        <WorkButton
          variant="default"
          leftSection={<IconShieldCheck size={16} aria-hidden />}
          isRunning={verify.isPending}
          onClick={() => verify.mutate()}
        >
          {t('Verify log')}
        </WorkButton>
      </PageTitle>
      {data?.is_behind && <Warning title={t('The newest entries have been unsealed for more than 10 minutes')} />}
      {verify.error ? (
        <Warning title={loadErrorMessage(verify.error)} role="alert" />
      ) : (
        found && <CheckResult found={found} isRunning={verify.isPending} />
      )}
    </>
  )
}

function CheckResult({ found: { rows, late, faults }, isRunning }: { found: Found; isRunning: boolean }) {
  const t = useT()
  if (faults.length > 0) {
    return (
      <Warning title={t('The log was altered')} role="alert">
        <ul className={classes.faults}>
          {faults.map((fault) => (
            <li key={fault}>{tFinding(fault)}</li>
          ))}
        </ul>
      </Warning>
    )
  }
  return (
    <Text size="sm" role="status">
      {isRunning
        ? t('{{rows}} verified so far', { rows })
        : rows === 0
          ? t('Nothing is sealed yet. Sealing takes about a second.')
          : t('{{rows}} verified: nothing was changed, added or removed', { rows })}
      {late > 0 && ` · ${t('{{late}} were sealed more than a day after they were written', { late })}`}
    </Text>
  )
}
