import { Alert, Button, Stack, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { formatTk } from '#contract/money.ts'
import type { CustomerMoneyRow } from '#contract/money-rows.ts'
import type { ReadMessage } from '#contract/payment-rows.ts'
import { payments } from '#contract/payments.ts'
import { phoneKey } from '#contract/phone.ts'
import { trxIdOf } from '#contract/trx-id.ts'
import { useData } from '../calls/use-data.ts'
import type { List, ListSearch } from '../lists/use-list.ts'
import { isCovered, isTyping } from '../ui/keys.ts'
import { ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './wallet-adds.module.css'

/** Shorter texts are a TrxID, a phone or a name. */
const MESSAGE_MIN = 40

interface Pasted {
  readonly text: string
  readonly trxId: string
}

/** A message of a wallet that is pasted on the screen or into its search box: its TrxID is searched, and the message is kept to be compared. */
export function usePastedMessage({ search, change }: ListSearch): string | undefined {
  const [pasted, setPasted] = useState<Pasted>()
  useWindowEvent('paste', (event) => {
    const { target } = event
    const isSearch = target instanceof HTMLInputElement && target.type === 'search'
    const text = event.clipboardData?.getData('text') ?? ''
    if (isCovered() || (isTyping(target) && !isSearch) || text.length < MESSAGE_MIN) return
    const trxId = trxIdOf(text)
    if (trxId === undefined) return
    event.preventDefault()
    setPasted({ text, trxId })
    change({ q: trxId, status: undefined })
  })
  return pasted?.trxId === search.q ? pasted?.text : undefined
}

interface PastedMessageProps {
  readonly text: string
  readonly list: List<CustomerMoneyRow>
  /** Undefined if not permitted. */
  readonly approve: ((row: CustomerMoneyRow, isProven: boolean) => Promise<void>) | undefined
}

/** Compares a pasted message with the wallet add of its TrxID. If all of it is the same, Enter approves; without a flag, Enter again answers the question. */
export function PastedMessage({ text, list, approve }: PastedMessageProps) {
  const t = useT()
  const read = useData(payments.read, { text })
  const [message, ...more] = read.data?.messages ?? []
  if (read.error) return <ReadError query={read} />
  if (!message || list.isPlaceholder) return null
  if (more.length > 0 || message.reads !== 'credit' || message.amount === null)
    return <Alert color="red" role="alert" title={t('This is not the message of one payment')} />
  const row = list.rows?.find(({ trx_id }) => trx_id === message.trx_id)
  if (!row) return <Alert color="red" role="alert" title={t('No wallet add has the TrxID {{trx}}', { trx: message.trx_id })} />
  return <Compared key={row.id} message={message} row={row} approve={approve} />
}

interface ComparedProps {
  readonly message: ReadMessage
  readonly row: CustomerMoneyRow
  readonly approve: PastedMessageProps['approve']
}

function Compared({ message, row, approve }: ComparedProps) {
  const t = useT()
  const button = useRef<HTMLButtonElement>(null)
  const { amount, number, status, trx_id, User } = row
  const compared = [
    ['Amount', formatTk(amount), message.amount === amount, formatTk(message.amount ?? amount)],
    ['Phone', number, phoneKey(message.payer) === phoneKey(number), message.payer],
    ['TrxID', trx_id, message.trx_id === trx_id, message.trx_id],
  ] as const
  const isSame = compared.every(([, , is]) => is)
  const mayApprove = approve && status === 'pending' && isSame
  useEffect(() => {
    if (mayApprove) button.current?.focus()
  }, [mayApprove])
  return (
    <section className={classes.compared} aria-label={t('Message compared')}>
      <Stack gap={4}>
        <Text fw={600}>
          #{row.id} {User.username} · {status}
        </Text>
        <ul>
          {compared.map(([label, value, is, said]) => (
            <li key={label} data-same={is}>
              {is ? <IconCheck size={18} aria-hidden /> : <IconX size={18} aria-hidden />}
              <span>
                {t(label)}: {value}
                {!is && ` · ${t('the message says {{said}}', { said: said || '---' })}`}
              </span>
            </li>
          ))}
        </ul>
      </Stack>
      {mayApprove && (
        <Button ref={button} onClick={() => void approve(row, row.flags.length === 0)}>
          {t('Approve {{sum}}', { sum: formatTk(amount) })}
        </Button>
      )}
    </section>
  )
}
