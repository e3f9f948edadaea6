import { useState } from 'react'
import { campaigns } from '#contract/campaigns.ts'
import type { Sent } from '#contract/endpoint.ts'
import { actionErrorMessages, fieldErrors, isIdempotencyConflict } from '../calls/errors.ts'
import { isAnswered } from '../calls/send-keyed.ts'
import { useCommand } from '../calls/use-command.ts'
import { t } from '../ui/text/i18n.ts'
import { toastFailed } from '../ui/toasts.ts'
import { STALE } from './campaigns.ts'

const NO_REPLY = 'No answer came: it may already be sending. Check the list below before you send it again.'
const ERROR_REPLY = 'The server answered {{status}}: it may already be sending. Check the list below before you send it again.'

/** What to do when it is unknown whether the message is being sent; `status` is 0 if there was no reply. */
export const unknownResultMessage = (status: number): string => (status === 0 ? t(NO_REPLY) : t(ERROR_REPLY, { status }))

export type Send = ReturnType<typeof useSend>

/** Sends the message. State is kept above both steps, so that a retry after going back sends the same idempotency key. */
export function useSend() {
  const [error, setError] = useState<string>()
  const [unknownStatus, setUnknownStatus] = useState<number>()
  const {
    run,
    isRunning,
    error: failure,
  } = useCommand(campaigns.send, {
    pending: 'Sending message...',
    stale: STALE,
    onFailed: (failure) => {
      const present = isAnswered(failure) ? (isIdempotencyConflict(failure) ? unknownStatus : undefined) : failure.status
      if (present !== undefined) setUnknownStatus(present)
      setError(fieldErrors(failure).message)
      toastFailed(
        [
          t('Failed to send message'),
          ...(present === undefined ? actionErrorMessages(failure) : [unknownResultMessage(present)]),
        ].join('\n'),
      )
    },
  })
  return {
    run: async (input: Sent<typeof campaigns.send>) => {
      setError(undefined)
      const reply = await run(input)
      if (reply) setUnknownStatus(undefined)
      return reply
    },
    isRunning,
    call: { isRunning, error: failure },
    error,
    /** Status of an attempt with an unknown result, until an attempt succeeds. */
    unknownStatus,
  }
}
