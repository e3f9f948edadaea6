import { Button, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { formatTk } from '#contract/money.ts'
import type { CustomerMoneyRow } from '#contract/money-rows.ts'
import type { walletAdds } from '#contract/wallet-adds.ts'
import { StatusBadge } from '../lists/cells/StatusBadge.tsx'
import { Buttons } from '../ui/Buttons.tsx'
import { useFocusOnceClosed } from '../ui/focus/lost-focus.ts'
import { type T, tCode, useT } from '../ui/text/i18n.ts'
import { sumTk } from '../ui/text/tk.ts'
import { WorkButton } from '../ui/WorkButton.tsx'
import classes from './wallet-adds.module.css'

export type Results = Output<typeof walletAdds.approveMany>

interface ApproveRowsProps {
  readonly rows: readonly CustomerMoneyRow[]
  /** Undefined until they have been sent. */
  readonly results: Results | undefined
  readonly isRunning: boolean
  readonly onApprove: () => void
  readonly onClose: () => void
}

/** The rows to be approved with their sum; afterwards each with its result. */
export function ApproveRows({ rows, results, isRunning, onApprove, onClose }: ApproveRowsProps) {
  const t = useT()
  const close = useRef<HTMLButtonElement>(null)
  useFocusOnceClosed(results !== undefined, close)
  const shown = results ? rows.filter(({ id }) => results.done.includes(id)) : rows
  const values = { count: shown.length, sum: formatTk(sumTk(shown.map(({ amount }) => amount))) }
  return (
    <Stack gap="md">
      <Text fw={600} role="status">
        {t(
          results
            ? '{{count}} completed: {{sum}} added to customers’ wallets and yours'
            : '{{count}} wallet adds: {{sum}} will go to customers’ wallets and yours',
          values,
        )}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
      <ul className={classes.list} tabIndex={0} aria-label={t('Selected wallet adds')}>
        {rows.map((row) => (
          <li key={row.id}>
            <span>
              #{row.id} {row.User.username} <small>{row.number}</small>
            </span>
            <b>{formatTk(row.amount)}</b>
            <span className={classes.outcome}>{results ? <Outcome id={row.id} results={results} /> : warningOf(row, t)}</span>
          </li>
        ))}
      </ul>
      <Buttons>
        <Button ref={close} variant="default" data-autofocus onClick={onClose}>
          {t('Close')}
        </Button>
        {!results && (
          <WorkButton isRunning={isRunning} onClick={onApprove}>
            {t('Approve {{sum}}', values)}
          </WorkButton>
        )}
      </Buttons>
    </Stack>
  )
}

const warningOf = ({ flags }: CustomerMoneyRow, t: T) =>
  flags.length > 0 && <em>{t(flags.length === 1 ? '{{count}} warning' : '{{count}} warnings', { count: flags.length })}</em>

function Outcome({ id, results }: { id: number; results: Results }) {
  const refusal = results.refused.find((refused) => refused.id === id)
  if (!refusal) return <StatusBadge status="completed" />
  return <em>{tCode(refusal.code, refusal.params, refusal.reason)}</em>
}
