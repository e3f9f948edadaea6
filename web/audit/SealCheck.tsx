import { Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type AuditCheck, audit } from '#contract/audit.ts'
import { type ApiError, asApiError, call } from '../calls/api.ts'
import { loadErrorMessage } from '../calls/errors.ts'
import { useData } from '../calls/use-data.ts'
import { dayAndTimeInWords } from '../lists/cells/When.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { tFinding, useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'
import { WorkButton } from '../ui/WorkButton.tsx'
import classes from './audit.module.css'

type CheckState =
  | { readonly step: 'running' | 'done'; readonly rows: number; readonly late: number; readonly faults: readonly string[] }
  | { readonly step: 'failed'; readonly error: ApiError }

/** The title, beside which it is said how much of the log is sealed. */
export function SealCheck() {
  const t = useT()
  const { data } = useData(audit.state, {})
  const [state, setState] = useState<CheckState>()
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  const verify = async () => {
    let [rows, late, faults, after]: [number, number, string[], number | null] = [0, 0, [], 0]
    setState({ step: 'running', rows, late, faults })
    try {
      while (after !== null && !isUnmounted.current) {
        const found: AuditCheck = (await call(audit.check, { after })).data
        rows += found.rows
        late += found.late
        faults = [...faults, ...found.faults]
        after = found.next
        setState({ step: after === null ? 'done' : 'running', rows, late, faults })
      }
    } catch (error) {
      setState({ step: 'failed', error: asApiError(error) })
    }
  }
  return (
    <>
      <PageTitle title="Audit log">
        <Text size="sm" ms="auto" lh="36px" c="dimmed">
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
          isRunning={state?.step === 'running'}
          onClick={() => void verify()}
        >
          {t('Verify log')}
        </WorkButton>
      </PageTitle>
      {data?.is_behind && <Warning title={t('The newest entries have been unsealed for more than 10 minutes')} />}
      {state && <CheckResult state={state} />}
    </>
  )
}

function CheckResult({ state }: { state: CheckState }) {
  const t = useT()
  if (state.step === 'failed') return <Warning title={loadErrorMessage(state.error)} role="alert" />
  const { step, rows, late, faults } = state
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
      {step === 'running'
        ? t('{{rows}} verified so far', { rows })
        : rows === 0
          ? t('Nothing is sealed yet. Sealing takes about a second.')
          : t('{{rows}} verified: nothing was changed, added or removed', { rows })}
      {late > 0 && ` · ${t('{{late}} were sealed more than a day after they were written', { late })}`}
    </Text>
  )
}
