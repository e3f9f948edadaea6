import { Button, Stack, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { lookups } from '#contract/lookups.ts'
import { formatNumber, formatTk } from '#contract/money.ts'
import type { Statement } from '#contract/payment-rows.ts'
import { payments } from '#contract/payments.ts'
import { useCommand } from '../calls/use-command.ts'
import { useData } from '../calls/use-data.ts'
import { useFilePreview } from '../calls/use-file-preview.ts'
import { FileBox } from '../forms/fields/FileBox.tsx'
import { dayAndTimeInWords } from '../lists/cells/When.tsx'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { Select } from '../ui/Select.tsx'
import { Summary } from '../ui/Summary.tsx'
import { Loading, ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './payments.module.css'
import { PAYMENT_READS } from './stale.ts'

/** Compares a wallet's statement with the messages: what a phone missed, and what it invented. */
export function CompareStatement({ mayAdd }: { mayAdd: boolean }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconFileSpreadsheet size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('Compare statement')}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} size="lg" title={t('Compare statement')}>
        <Choose mayAdd={mayAdd} />
      </Dialog>
    </>
  )
}

function Choose({ mayAdd }: { mayAdd: boolean }) {
  const t = useT()
  const query = useData(lookups.paymentMethods, {})
  const [chosen, setChosen] = useState<number>()
  const [file, setFile] = useState<File>()
  if (!query.data) return query.error ? <ReadError query={query} /> : <Loading rows={3} height={56} />
  const methods = query.data.data.filter(({ wallet }) => wallet !== null)
  const methodId = chosen ?? methods[0]?.id
  if (methodId === undefined)
    return <Text>{t('No payment method has a wallet yet. A super admin chooses it under Payments on /settings.')}</Text>
  return (
    <Stack gap="md">
      <Select
        label={t('Payment method')}
        value={methodId}
        choices={methods.map((method) => [method.id, method.name])}
        onChange={(next) => setChosen(Number(next))}
      />
      <FileBox
        label={t('Statement of the wallet')}
        description={t('CSV, TSV or .xlsx with the titles of its columns, such as TrxID, amount and date')}
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        file={file}
        onChoose={setFile}
      />
      {file && <Compared key={methodId} methodId={methodId} file={file} mayAdd={mayAdd} />}
    </Stack>
  )
}

interface ComparedProps {
  readonly methodId: number
  readonly file: File
  readonly mayAdd: boolean
}

function Compared({ methodId, file, mayAdd }: ComparedProps) {
  const t = useT()
  const query = useFilePreview(payments.compareStatement, { payment_method_id: methodId }, file)
  const add = useCommand(payments.addStatement, {
    pending: 'Adding payments...',
    stale: PAYMENT_READS,
    file: () => file,
    onDone: () => void query.refetch(),
  })
  if (query.error) return <ReadError query={query} />
  if (!query.data) return <Loading rows={4} height={32} />
  const {
    from,
    to,
    lines,
    known,
    missed_count,
    missed_amount,
    missed,
    differs_count,
    differs,
    unknown_count,
    unknown,
    left_out_count,
  } = query.data
  return (
    <Stack gap="md">
      <Summary
        facts={[
          ['Time', `${dayAndTimeInWords(from)} - ${dayAndTimeInWords(to)}`],
          ['Payments in it', formatNumber(lines)],
          ['With the same message', formatNumber(known)],
          ['Left out', formatNumber(left_out_count)],
        ]}
      />
      <Lines
        title={t('Missed by the phones: {{count}}, {{amount}}', { count: missed_count, amount: formatTk(missed_amount) })}
        lines={missed.map(({ line, trx_id, amount, paid_at }) => [
          line,
          `${trx_id}, ${formatTk(amount)}, ${dayAndTimeInWords(paid_at)}`,
        ])}
      />
      {mayAdd && missed_count > 0 && (
        <Button w="fit-content" loading={add.isRunning} onClick={() => void add.run({ payment_method_id: methodId })}>
          {t('Add the missing payments')}
        </Button>
      )}
      <Lines
        title={t('Another amount in the message: {{count}}', { count: differs_count })}
        lines={differs.map(({ line, trx_id, amount, paid }) => [
          line,
          t('{{trxId}}: {{amount}}, the message says {{paid}}', {
            trxId: trx_id,
            amount: formatTk(amount),
            paid: formatTk(paid),
          }),
        ])}
      />
      <Lines
        title={t('Messages that the statement does not have: {{count}}', { count: unknown_count })}
        lines={unknown.map(({ id, trx_id, amount, paid_at }) => [
          id,
          `#${id}, ${trx_id}, ${formatTk(amount)}, ${dayAndTimeInWords(paid_at)}`,
        ])}
      />
      <LeftOut {...query.data} />
    </Stack>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly (readonly [key: number, text: ReactNode])[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <b>{title}</b>
      <ul className={classes.lines}>
        {lines.map(([key, text]) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </section>
  )
}

function LeftOut({ left_out }: Pick<Statement, 'left_out'>) {
  const t = useT()
  return (
    <Lines
      title={t('Lines that are left out')}
      lines={left_out.map(({ line, reason }) => [line, t('Line {{line}}: {{reason}}', { line, reason: t(reason) })])}
    />
  )
}
