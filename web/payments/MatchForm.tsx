import { Button, Stack, Text, TextInput } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { formatTk, type Tk } from '#contract/money.ts'
import type { MatchCandidate } from '#contract/payment-rows.ts'
import { payments } from '#contract/payments.ts'
import { faultsOf } from '../calls/errors.ts'
import { useCommand } from '../calls/use-command.ts'
import { Choices } from '../desk/Choices.tsx'
import { RestoredNotice } from '../forms/RestoredNotice.tsx'
import { submitByKey } from '../forms/submit-by-key.ts'
import { useFaults } from '../forms/use-faults.ts'
import { useRestoredState } from '../forms/use-restored.ts'
import { dayAndTimeInWords } from '../lists/cells/When.tsx'
import { t, tMessage, useT } from '../ui/text/i18n.ts'
import { plainId } from '../ui/text/plain-number.ts'
import { PAYMENT_READS } from './stale.ts'

interface MatchFormProps {
  readonly id: number
  readonly amount: Tk
  readonly candidates: readonly MatchCandidate[]
}

const EMPTY = { wallet_add_id: '', reason: '' }

/** Ties a payment to a wallet add by hand; nothing is credited by it. */
export function MatchForm({ id, amount, candidates }: MatchFormProps) {
  const t = useT()
  const command = useCommand(payments.match, { pending: 'Matching payment...', stale: PAYMENT_READS })
  const [typed, setTyped, restoredInput] = useRestoredState(`match payment ${id}`, EMPTY, command)
  const { faults, setFound, element, focusFault } = useFaults(command)
  const change = (patch: Partial<typeof EMPTY>) => {
    setFound({})
    setTyped((before) => ({ ...before, ...patch }))
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (command.isRunning) return
    const checked = payments.match.input.safeParse({ id, ...typed, wallet_add_id: plainId(typed.wallet_add_id) })
    setFound(faultsOf(checked.error))
    if (!checked.success || (await command.run(checked.data)) === undefined) focusFault()
  }
  return (
    <form ref={element} aria-busy={command.isRunning} onSubmit={submit} onKeyDown={submitByKey} noValidate>
      <Stack gap="sm">
        <RestoredNotice restoredInput={restoredInput} />
        {candidates.length > 0 ? (
          <Choices
            legend="Wallet adds of those days without a payment"
            choices={candidates.map((add) => ({
              value: String(add.id),
              label: `#${add.id} ${add.username}`,
              about: describe(add, amount),
            }))}
            chosen={typed.wallet_add_id}
            error={undefined}
            onChange={(wallet_add_id) => change({ wallet_add_id })}
          />
        ) : (
          <Text size="sm">{t('No wallet add of this payment method around that time is without a payment.')}</Text>
        )}
        <TextInput
          label={t('Wallet add ID')}
          name="wallet_add_id"
          required
          inputMode="numeric"
          autoComplete="off"
          value={typed.wallet_add_id}
          error={faults.wallet_add_id && tMessage(faults.wallet_add_id)}
          onChange={(event) => change({ wallet_add_id: event.currentTarget.value })}
        />
        <TextInput
          label={t('Reason')}
          name="reason"
          required
          autoComplete="off"
          value={typed.reason}
          error={faults.reason && tMessage(faults.reason)}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
        <Button type="submit">{t('Match')}</Button>
      </Stack>
    </form>
  )
}

const describe = ({ amount, number, trx_id, status, created_at }: MatchCandidate, paid: Tk) =>
  [
    amount === paid ? formatTk(amount) : t('{{amount}}, not {{paid}}', { amount: formatTk(amount), paid: formatTk(paid) }),
    number,
    trx_id,
    status,
    dayAndTimeInWords(created_at),
  ]
    .filter((part) => part !== '')
    .join(' · ')
