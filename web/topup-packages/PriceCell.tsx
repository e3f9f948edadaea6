import { ActionIcon } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Amount, formatTk } from '#contract/money.ts'
import { topupPackages as calls } from '#contract/topup-packages.ts'
import { useCommand } from '../calls/use-command.ts'
import { NumberBox } from '../forms/fields/NumberBox.tsx'
import { useGuard } from '../forms/use-record-form.ts'
import { confirm } from '../ui/dialogs/confirm.ts'
import { tMessage, useT } from '../ui/text/i18n.ts'
import classes from './packages.module.css'
import { costQuestion, STALE, type TopupPackage, topupPackages } from './topup-packages.ts'

/** The selling price, which a click turns into a field: Enter saves it, Escape keeps the old one. */
export function PriceCell({ row }: { row: TopupPackage }) {
  const t = useT()
  // The row as it was when editing began: its version detects a change in between.
  const [edited, setEdited] = useState<TopupPackage>()
  const button = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  useEffect(() => {
    if (wasEdited.current && !edited) button.current?.focus()
    wasEdited.current = edited !== undefined
  }, [edited])
  if (edited) return <PriceForm row={edited} onClose={() => setEdited(undefined)} />
  return (
    <button
      ref={button}
      type="button"
      className={classes.price}
      aria-label={t('Change the price of {{name}}: {{price}}', { name: row.name, price: formatTk(row.price) })}
      onClick={() => setEdited(row)}
    >
      <IconPencil size={14} aria-hidden />
      {formatTk(row.price)}
    </button>
  )
}

function PriceForm({ row, onClose }: { row: TopupPackage; onClose: () => void }) {
  const t = useT()
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(String(row.price))
  const update = useCommand(calls.update, {
    pending: t('Updating {{noun}}...', { noun: t(topupPackages.noun).toLowerCase() }),
    stale: STALE,
    onDone: onClose,
  })
  const price = Amount.safeParse(typed.trim())
  const problem = price.success ? undefined : price.error.issues[0]?.message
  const isBelowCost = price.success && price.data < row.cost
  useGuard(() => typed !== String(row.price), update.isRunning)
  useLayoutEffect(() => {
    box.current?.focus()
    box.current?.select()
  }, [])
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!price.success || update.isRunning) return
    if (price.data === row.price) return onClose()
    const { id, version, product_id, name, bprice, serial } = row
    if (isBelowCost && !(await confirm(costQuestion(name, price.data, row.cost)))) return
    void update.run({ id, version, product_id, name, price: price.data, bprice, serial })
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || update.isRunning) return
    event.stopPropagation()
    onClose()
  }
  return (
    <form
      className={classes.priceForm}
      aria-busy={update.isRunning}
      onSubmit={(event) => void submit(event)}
      onKeyDown={leave}
      noValidate
    >
      <NumberBox
        ref={box}
        size="xs"
        aria-label={t('Sell price of {{name}}', { name: row.name })}
        value={typed}
        onChange={setTyped}
        error={problem ? tMessage(problem) : isBelowCost && t('below cost, {{cost}}', { cost: formatTk(row.cost) })}
      />
      <ActionIcon type="submit" size="md" aria-label={t('Save')} loading={update.isRunning}>
        <IconCheck size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" size="md" aria-label={t('Discard')} disabled={update.isRunning} onClick={onClose}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </form>
  )
}
