import { useState } from 'react'
import { campaigns } from '#contract/campaigns.ts'
import type { Output, Sent } from '#contract/endpoint.ts'
import { actionSentences, fieldErrors, isOfAnother } from '../kit/calls/errors.ts'
import { type Command, isAnswered, useCommand } from '../kit/calls/use-command.ts'
import { t } from '../kit/text/i18n.ts'
import { toastFailed } from '../kit/toasts.ts'
import { STALE } from './campaigns.ts'

const NO_ANSWER = 'No answer came: it may be on its way already. Look at the list below before you send it again.'
const FAILED_ANSWER =
  'The server answered {{status}}: it may be on its way already. Look at the list below before you send it again.'

/** What to do where nobody knows whether the message is on its way; `status` is 0 where no answer came. */
export const doubtSentence = (status: number): string => (status < 500 ? t(NO_ANSWER) : t(FAILED_ANSWER, { status }))

export interface Send {
  readonly run: (input: Sent<typeof campaigns.send>) => Promise<Output<typeof campaigns.send> | undefined>
  readonly isRunning: boolean
  /** The call as it is under way, or has failed. */
  readonly call: Pick<Command<never, unknown>, 'isRunning' | 'error'>
  /** What is wrong with the text. */
  readonly error: string | undefined
  /** The status of a try that ended without saying what became of it, where none has succeeded since. */
  readonly doubt: number | undefined
}

/** Sends the message. Held above both steps, so that a second try after going back sends the key of the one that got no answer. */
export function useSend(): Send {
  const [error, setError] = useState<string>()
  const [doubt, setDoubt] = useState<number>()
  const {
    run,
    isRunning,
    error: failure,
  } = useCommand(campaigns.send, {
    pending: 'Sending message...',
    stale: STALE,
    onFailed: (failure) => {
      const present = isAnswered(failure) ? (isOfAnother(failure) ? doubt : undefined) : failure.status
      if (present !== undefined) setDoubt(present)
      setError(fieldErrors(failure).message)
      toastFailed(
        [t('Failed to send message'), ...(present === undefined ? actionSentences(failure) : [doubtSentence(present)])].join(
          '\n',
        ),
      )
    },
  })
  return {
    run: async (input) => {
      setError(undefined)
      const reply = await run(input)
      if (reply) setDoubt(undefined)
      return reply
    },
    isRunning,
    call: { isRunning, error: failure },
    error,
    doubt,
  }
}
