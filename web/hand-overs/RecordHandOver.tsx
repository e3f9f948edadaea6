import { Button, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { handOvers } from '#contract/hand-overs.ts'
import { formatTk, PositiveAmount } from '#contract/money.ts'
import { type ShiftSheet, shift } from '#contract/shift.ts'
import { faultsOf } from '../calls/errors.ts'
import { useCommand } from '../calls/use-command.ts'
import { useData } from '../calls/use-data.ts'
import { Choices } from '../desk/Choices.tsx'
import { DecisionForm } from '../desk/DecisionForm.tsx'
import { NumberBox } from '../forms/fields/NumberBox.tsx'
import { RestoredNotice } from '../forms/RestoredNotice.tsx'
import { useFaults } from '../forms/use-faults.ts'
import { useRestoredState } from '../forms/use-restored.ts'
import { EffectLines } from '../money/EffectLines.tsx'
import { MONEY_READS } from '../money/stale.ts'
import { confirm } from '../ui/dialogs/confirm.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { Select } from '../ui/Select.tsx'
import { Loading, ReadError } from '../ui/states.tsx'
import { disambiguatedName } from '../ui/text/disambiguated-name.ts'
import { type T, tMessage, useT } from '../ui/text/i18n.ts'
import { signedTk } from '../ui/text/tk.ts'

/** A super admin records cash received without a request, or a write-off. */
export function RecordHandOver() {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('Record a hand-over')}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t('Record a hand-over')}>
        <Admins onClose={close} />
      </Dialog>
    </>
  )
}

/** The shift sheets list every admin with their cash. */
function Admins({ onClose }: { onClose: () => void }) {
  const sheets = useData(shift.list, {})
  if (sheets.data) return <RecordForm admins={sheets.data.sheets} onClose={onClose} />
  return sheets.error ? <ReadError query={sheets} /> : <Loading rows={4} height={56} />
}

const KINDS = ['recorded', 'write_off'] as const
type Kind = (typeof KINDS)[number]
interface Typed {
  readonly admin_id: string
  /** Wallet of `admin_id` at the moment of choosing. */
  readonly expected_wallet: number | undefined
  readonly kind: Kind | undefined
  readonly amount: string
  readonly reason: string
}
const EMPTY: Typed = { admin_id: '', expected_wallet: undefined, kind: undefined, amount: '', reason: '' }

function RecordForm({ admins, onClose }: { admins: readonly ShiftSheet[]; onClose: () => void }) {
  const t = useT()
  const command = useCommand(handOvers.record, { pending: 'Updating transaction...', stale: MONEY_READS })
  const [typed, setTyped, restoredInput] = useRestoredState<Typed>('record hand-over', EMPTY, command)
  const { faults, setFound, element: form, focusFault } = useFaults(command)
  // Keeps the wallet that was shown on choosing. Only a refusal that states the new wallet updates it.
  useEffect(() => {
    const { wallet } = (command.error?.data ?? {}) as { wallet?: number }
    if (wallet !== undefined) setTyped((before) => ({ ...before, expected_wallet: wallet }))
  }, [command.error, setTyped])
  const change = (patch: Partial<Typed>) => {
    setTyped({ ...typed, ...patch })
    setFound({})
  }
  const submit = async () => {
    const checked = handOvers.record.input.safeParse(typed)
    setFound({ ...faultsOf(checked.error), ...(typed.admin_id === '' && { admin_id: 'Select an admin' }) })
    if (!checked.success) return focusFault()
    if (!(await confirm({ about: `${effects.join(' ')}.`, yes: t('Save') }))) return
    if ((await command.run(checked.data)) !== undefined) onClose()
    else focusFault()
  }
  const admin = admins.find(({ admin_id }) => String(admin_id) === typed.admin_id)
  const amount = PositiveAmount.safeParse(typed.amount)
  const effects =
    admin && amount.success
      ? [
          t('{{whose}} will change by {{amount}}', {
            whose: t('{{name}}’s wallet', { name: disambiguatedName(admin, admins) }),
            amount: signedTk(-amount.data),
          }),
        ]
      : []
  return (
    <DecisionForm ref={form} isOpen isRunning={command.isRunning} onClose={onClose} onSubmit={submit}>
      <RestoredNotice restoredInput={restoredInput} />
      <Select
        label={t('Admin')}
        withAsterisk
        autoFocus
        error={faults.admin_id && tMessage(faults.admin_id)}
        value={typed.admin_id}
        choices={[
          ['', t('Select an admin')],
          ...admins.map((one) => [one.admin_id, cashOf(one, disambiguatedName(one, admins), t)] as const),
        ]}
        onChange={(value) =>
          change({ admin_id: value, expected_wallet: admins.find((one) => String(one.admin_id) === value)?.still_held })
        }
      />
      <Choices
        legend="Kind"
        choices={[
          { value: 'recorded', label: t('Recorded'), about: t('The store has received the cash') },
          { value: 'write_off', label: t('Written off'), about: t('The cash will not come; the store bears the loss') },
        ]}
        chosen={typed.kind}
        error={faults.kind && 'Select an option to update'}
        required
        onChange={(kind) => change({ kind })}
      />
      <NumberBox
        label={t('Amount')}
        name="amount"
        required
        rightSection={<Text size="sm">tk</Text>}
        value={typed.amount}
        error={faults.amount && tMessage(faults.amount)}
        onChange={(amount) => change({ amount })}
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
      <EffectLines lines={effects} />
    </DecisionForm>
  )
}

/** Includes cash in transit: until it is confirmed, it still blocks the admin's deletion. */
function cashOf(sheet: ShiftSheet, name: string, t: T): string {
  const cash = { name, amount: formatTk(sheet.still_held), transit: formatTk(sheet.in_transit) }
  return sheet.in_transit > 0
    ? t('{{name}}, holds {{amount}}, {{transit}} handed over and not confirmed', cash)
    : t('{{name}}, holds {{amount}}', cash)
}
