import { useState } from 'react'
import type { Output, Sent } from '#contract/endpoint.ts'
import { sms } from '#contract/sms.ts'
import { actionSentences, fieldErrors, isOfAnother } from '../kit/calls/errors.ts'
import { isAnswered, useCommand } from '../kit/calls/use-command.ts'
import { useT } from '../kit/text/i18n.ts'
import { toastFailed } from '../kit/toasts.ts'
import { STALE } from './sms.ts'

/** What to do where nobody knows whether the message is on its way. */
export const MAYBE_SENT = 'No answer came: it may be on its way already. Look at the list below before you send it again.'

export interface Send {
  readonly run: (input: Sent<typeof sms.send>) => Promise<Output<typeof sms.send> | undefined>
  readonly isRunning: boolean
  /** What is wrong with the text. */
  readonly error: string | undefined
  /** A try has ended without an answer, and none has succeeded since. */
  readonly isDoubtful: boolean
}

/** Sends the message. Held above both steps: whoever goes back and comes again sends with the key of the try that got no answer. */
export function useSend(): Send {
  const t = useT()
  const [error, setError] = useState<string>()
  const [isDoubtful, setDoubtful] = useState(false)
  const { run, isRunning } = useCommand(sms.send, {
    pending: 'Sending message...',
    stale: STALE,
    onFailed: (failure) => {
      const isNowDoubtful = !isAnswered(failure) || (isDoubtful && isOfAnother(failure))
      if (isNowDoubtful) setDoubtful(true)
      setError(fieldErrors(failure).message)
      toastFailed([t('Failed to send message'), ...(isNowDoubtful ? [t(MAYBE_SENT)] : actionSentences(failure))].join('\n'))
    },
  })
  return {
    run: async (input) => {
      setError(undefined)
      const reply = await run(input)
      if (reply) setDoubtful(false)
      return reply
    },
    isRunning,
    error,
    isDoubtful,
  }
}
