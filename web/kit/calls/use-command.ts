import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { z } from 'zod'
import type { Endpoint, Output, Sent } from '#contract/endpoint.ts'
import { toastDone, toastFailed, toastGone, toastPending } from '../toasts.ts'
import { type ApiError, address, asApiError, call } from './api.ts'
import { doneSentence } from './errors.ts'
import { keptKeys, recordOf } from './kept-keys.ts'
import { noteInvalidation } from './local-invalidations.ts'
import { readSession } from './session-store.ts'

interface CommandOptions<S, R> {
  /** What the toast says while the call is under way. */
  readonly pending: string
  /** Reads that this change makes stale; the ones on screen are read again. */
  readonly stale: readonly { readonly path: string }[]
  /** What it is about beside its address and the ids that it names: each has a key of its own. */
  readonly about?: (input: S) => string
  /** What the toast says of a success, already translated; without it the call's own words, and no more where it is ''. */
  readonly said?: (output: R, input: S) => string | Promise<string>
  /** Tells others of what was done. */
  readonly onDone?: (output: R) => void
  /** Says a failure in the place of the red toast. */
  readonly onFailed?: (error: ApiError) => void
}

export interface Command<S, R> {
  /** Sends the call; undefined when it failed, which the toast has then said. */
  readonly run: (input: S) => Promise<R | undefined>
  /** Another question than the one before: what was asked then, and may not have been answered, is not asked again. */
  readonly startAnew: () => void
  readonly isRunning: boolean
  readonly error: ApiError | null
}

const keys = keptKeys(sessionStorage)

/** Changes something through a call of the contract, with one toast from pending to outcome. Never retried by itself. */
export function useCommand<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  { pending, stale, about, said, onDone, onFailed }: CommandOptions<Sent<Endpoint<I, O>>, Output<Endpoint<I, O>>>,
): Command<Sent<Endpoint<I, O>>, Output<Endpoint<I, O>>> {
  const client = useQueryClient()
  const underWay = useRef(new Map<string, Promise<Output<Endpoint<I, O>> | undefined>>())

  /** What is done stays done, also where a fault of ours keeps it from being said well. */
  const sentenceOf = async (
    reply: { data: Output<Endpoint<I, O>>; message: string | undefined },
    input: Sent<Endpoint<I, O>>,
  ) => {
    try {
      return (await said?.(reply.data, input)) ?? doneSentence(endpoint.done, reply.message, reply.data)
    } catch (error) {
      console.error(error)
      return doneSentence(undefined, reply.message, undefined)
    }
  }

  const mutation = useMutation<Output<Endpoint<I, O>>, ApiError, Sent<Endpoint<I, O>>>({
    mutationFn: async (input) => {
      const answered = () => underWay.current.delete(JSON.stringify(input))
      const sender = readSession()?.user.id
      const where = address(endpoint, input as Record<string, unknown>)
      const what = `${sender} ${where} ${recordOf(input as object)} ${about?.(input) ?? ''}`
      const key = endpoint.keyed ? keys.keyFor(what) : undefined
      const toast = toastPending(pending)
      const sent = call(endpoint, input, { idempotencyKey: key?.value }).finally(answered)
      const reply = await sent.catch((error: unknown) => {
        const failure = asApiError(error)
        if (isAnswered(failure)) key?.forget()
        // Somebody else is signed in by now, or nobody: it is none of his business.
        if (readSession()?.user.id !== sender) throw failure
        if (onFailed) {
          toastGone(toast)
          onFailed(failure)
        } else toastFailed(failure, toast)
        throw failure
      })
      key?.forget()
      onDone?.(reply.data)
      const sentence = await sentenceOf(reply, input)
      if (sentence) toastDone(sentence, toast)
      else toastGone(toast)
      return reply.data
    },
    // After a refusal too: a 409 means that what is on screen is no longer so.
    onSettled: () => {
      noteInvalidation(stale.map(({ path }) => path))
      return Promise.all(stale.map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
    },
  })

  /** A second click that comes before the button shows that it works asks nothing new: it gets the first one's answer. */
  const run = (input: Sent<Endpoint<I, O>>) => {
    const question = JSON.stringify(input)
    const answer = underWay.current.get(question) ?? mutation.mutateAsync(input).catch(() => undefined)
    underWay.current.set(question, answer)
    return answer
  }

  return {
    run,
    startAnew: () => {
      underWay.current.clear()
      keys.forgetAll(`${readSession()?.user.id} ${address(endpoint, {})} `)
    },
    isRunning: mutation.isPending,
    error: mutation.error,
  }
}

/** With no answer, a broken one or one that is not the server's, the change may have happened, so a further click must carry the same key. */
export const isAnswered = (error: ApiError) => error.status >= 400 && error.status < 500
