import { Button, Stack, Text, Textarea } from '@mantine/core'
import { IconClipboardText } from '@tabler/icons-react'
import { type SubmitEvent, useRef, useState } from 'react'
import { lookups } from '#contract/lookups.ts'
import { formatTk } from '#contract/money.ts'
import type { ReadMessage, Received } from '#contract/payment-rows.ts'
import { MAX_PASTE, payments } from '#contract/payments.ts'
import { useCommand } from '../calls/use-command.ts'
import { useData } from '../calls/use-data.ts'
import { RestoredNotice } from '../forms/RestoredNotice.tsx'
import { submitByKey } from '../forms/submit-by-key.ts'
import { useRestoredState } from '../forms/use-restored.ts'
import { Buttons } from '../ui/Buttons.tsx'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { Select } from '../ui/Select.tsx'
import { Loading, ReadError } from '../ui/states.tsx'
import { t, useT } from '../ui/text/i18n.ts'
import classes from './payments.module.css'
import { PAYMENT_READS } from './stale.ts'
import { KINDS, STATES } from './words.ts'

/** Adds messages that no phone forwarded, after a look at what was read. */
export function PasteMessages() {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button leftSection={<IconClipboardText size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('Paste messages')}
      </Button>
      <Dialog opened={isOpen} onClose={close} size="lg" title={t('Paste messages')}>
        <Methods onClose={close} />
      </Dialog>
    </>
  )
}

function Methods({ onClose }: { onClose: () => void }) {
  const t = useT()
  const query = useData(lookups.paymentMethods, {})
  if (!query.data) return query.error ? <ReadError query={query} /> : <Loading rows={4} height={56} />
  const methods = query.data.data.filter(({ wallet }) => wallet !== null)
  if (methods.length > 0) return <PasteForm methods={methods} onClose={onClose} />
  return <Text>{t('No payment method has a wallet yet. A super admin chooses it under Payments on /settings.')}</Text>
}

interface PasteFormProps {
  readonly methods: readonly { readonly id: number; readonly name: string }[]
  readonly onClose: () => void
}

function PasteForm({ methods, onClose }: PasteFormProps) {
  const t = useT()
  const [methodId, setMethodId] = useState(methods[0]?.id ?? 0)
  const [text, setText, restoredInput] = useRestoredState('paste messages', '')
  const [isAdding, setAdding] = useState(false)
  const preview = useData(payments.read, { text }, { enabled: text.trim() !== '', keepPrevious: true })
  const messages = text.trim() === '' ? [] : (preview.data?.messages ?? [])
  const added = useRef<Received[]>([])
  const command = useCommand(payments.paste, {
    pending: 'Adding messages...',
    stale: PAYMENT_READS,
    successMessage: (received) => {
      added.current.push(received)
      return added.current.length < messages.length ? '' : summaryOf(added.current)
    },
  })
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (messages.length === 0 || preview.isPlaceholderData || isAdding) return
    setAdding(true)
    added.current = []
    // One call each: messages before a failure stay saved.
    for (const message of messages) {
      if (!(await command.run({ payment_method_id: methodId, text: message.text }))) return setAdding(false)
    }
    onClose()
  }
  return (
    <form aria-busy={isAdding} onSubmit={submit} onKeyDown={submitByKey} noValidate>
      <Stack gap="md">
        <RestoredNotice restoredInput={restoredInput} />
        <Select
          label={t('Payment method')}
          value={methodId}
          choices={methods.map(({ id, name }) => [id, name] as const)}
          onChange={(chosen) => setMethodId(Number(chosen))}
        />
        <Textarea
          label={t('Messages')}
          description={t('As the phone shows them, with an empty line between two. They are matched, and complete nothing.')}
          data-autofocus
          rows={6}
          maxLength={MAX_PASTE}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {preview.error && <ReadError query={preview} />}
        <Preview messages={messages} />
        <Buttons>
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button type="submit" aria-busy={isAdding}>
            {t(messages.length === 1 ? 'Add {{count}} message' : 'Add {{count}} messages', { count: messages.length })}
          </Button>
        </Buttons>
      </Stack>
    </form>
  )
}

/** '2 messages: Matched 1, No wallet add 1'. */
const summaryOf = (added: readonly Received[]) => {
  const states = [...new Set(added.map(({ state }) => state))]
  const counts = states.map((state) => `${t(STATES[state])} ${added.filter((one) => one.state === state).length}`)
  const count = added.length
  return `${t(count === 1 ? '{{count}} message added' : '{{count}} messages added', { count })}: ${counts.join(', ')}`
}

function Preview({ messages }: { messages: readonly ReadMessage[] }) {
  const t = useT()
  if (messages.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
    <ul className={classes.preview} tabIndex={0} aria-label={t('What was read')}>
      {messages.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same message may be there twice
        <li key={at}>
          <span>{[wordOf(message), message.trx_id, message.payer].filter(Boolean).join(' · ')}</span>
          <b>{message.reads === 'credit' && message.amount !== null && formatTk(message.amount)}</b>
          <small>{message.text}</small>
        </li>
      ))}
    </ul>
  )
}

const wordOf = ({ reads, kind }: ReadMessage) => {
  if (reads === 'unread' || kind === '') return t('Not read')
  return reads === 'credit' ? t(KINDS[kind]) : `${t('Not a payment')}: ${t(KINDS[kind])}`
}
