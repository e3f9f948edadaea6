import { Button, Group, Input, Stack, Text } from '@mantine/core'
import { type SubmitEvent, useId, useRef } from 'react'
import { SMS_SEGMENTS_MAX } from '#contract/limits.ts'
import { type Segments, segmentsOf } from '#contract/sms-segments.ts'
import { submitByKey } from '../forms/submit-by-key.ts'
import { confirm } from '../ui/dialogs/confirm.ts'
import { type T, useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'
import classes from './campaigns.module.css'
import { type Chosen, inputOf, isAtMost } from './chosen.ts'
import { Sending } from './Sending.tsx'
import { type Send, unknownResultMessage } from './use-send.ts'

interface MessageStepProps {
  readonly chosen: Chosen
  readonly count: number
  readonly message: string
  readonly send: Send
  readonly onMessage: (message: string) => void
  readonly onBack: () => void
  readonly onSent: (campaignId: number, invalid: readonly string[]) => void
}

/** More messages than these are asked about before they are sent, with what they cost. */
const UNASKED_MAX = 2

/** Step 2: the message. A failure leaves everything as it is. */
export function MessageStep({ chosen, count, message, send, onMessage, onBack, onSent }: MessageStepProps) {
  const t = useT()
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const segments = segmentsOf(message.trim())
  const cost = describeCost(count, isAtMost(chosen), segments, t)
  const isTooLong = segments.segments > SMS_SEGMENTS_MAX

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (send.isRunning || message.trim() === '' || isTooLong) return box.current?.focus()
    if ((chosen.isEverybody || count > UNASKED_MAX) && !(await confirm({ about: cost, yes: t('Send') }))) return
    const reply = await send.run({ ...inputOf(chosen), message: message.trim() })
    if (reply) onSent(reply.campaign_id, reply.invalid)
  }
  if (send.isRunning) return <Sending />
  const wrong = isTooLong ? t('At most {{count}} segments', { count: SMS_SEGMENTS_MAX }) : send.error
  return (
    <form onSubmit={(event) => void submit(event)} onKeyDown={submitByKey} noValidate>
      <Stack gap="md" className={classes.message}>
        <Input.Wrapper id={id} label={t('Message')} required error={wrong}>
          <Input
            id={id}
            ref={box as never}
            autoFocus
            component="textarea"
            multiline
            rows={6}
            required
            error={Boolean(wrong)}
            aria-describedby={`${id}-count${wrong ? ` ${id}-error` : ''}`}
            value={message}
            onChange={(event) => onMessage(event.currentTarget.value)}
          />
          <p id={`${id}-count`} className={classes.counted}>
            {describeLength(segments, t)}
          </p>
        </Input.Wrapper>
        <Text fw={600}>{cost}</Text>
        {send.unknownStatus !== undefined && <Warning>{unknownResultMessage(send.unknownStatus)}</Warning>}
        <Group>
          <Button variant="default" onClick={onBack}>
            {t('Back')}
          </Button>
          <Button type="submit">{t('Send')}</Button>
        </Group>
      </Stack>
    </form>
  )
}

const segmentsWords = (count: number, t: T) => t(count === 1 ? '{{count}} segment' : '{{count}} segments', { count })

const describeLength = ({ characters, segments, encoding, left }: Segments, t: T) =>
  [
    t(characters === 1 ? '{{count}} character' : '{{count}} characters', { count: characters }),
    `${segmentsWords(segments, t)} (${encoding})`,
    t('{{count}} left', { count: left }),
  ].join(' · ')

const describeCost = (count: number, isAtMost: boolean, { segments }: Segments, t: T) => {
  const numbers = isAtMost ? 'up to {{count}} numbers' : count === 1 ? '{{count}} number' : '{{count}} numbers'
  const all = isAtMost ? 'up to {{segments}} in total' : '{{segments}} in total'
  return [t(numbers, { count }), t(all, { segments: segmentsWords(count * segments, t) })].join(' · ')
}
