import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { z } from 'zod'
import type { Endpoint, Output, Sent } from '#contract/endpoint.ts'
import { t } from '../ui/text/i18n.ts'
import { hideToast, toastDone, toastFailed, toastPending } from '../ui/toasts.ts'
import { type ApiError, address, asApiError, call } from './api.ts'
import { successMessageOf } from './errors.ts'
import { recordInvalidation } from './local-invalidations.ts'
import { pendingKeys, recordIdsOf, splitGuards } from './pending-keys.ts'
import { sendConfirmed } from './send-confirmed.ts'
import { type SentKey, sendKeyed } from './send-keyed.ts'
import { readSession } from './session-store.ts'

interface CommandOptions<S, R> {
  readonly pending: string
  /** Reads to invalidate; those on screen are refetched. */
  readonly stale: readonly { readonly path: string }[]
  /** What distinguishes calls beyond path and ids: each has its own idempotency key. */
  readonly about?: (input: S) => string
  /** Translated success toast. The default is the call's own message; '' shows none. */
  readonly successMessage?: (output: R, input: S) => string | Promise<string>
  /** Of an upload: the file to send. */
  readonly file?: () => Blob | undefined
  readonly onDone?: (output: R) => void
  /** Shows the failure instead of the red toast. */
  readonly onFailed?: (error: ApiError) => void
}

export interface Command<S, R> {
  /** Sends the call. Undefined if it failed, which a toast has shown. */
  readonly run: (input: S) => Promise<R | undefined>
  /** Starts a new question with a new key: an earlier one without a reply is not repeated. */
  readonly restart: () => void
  readonly isRunning: boolean
  readonly error: ApiError | null
}

const keys = pendingKeys(sessionStorage)

/** Makes a change through a call of the contract, with one toast from pending to result. Never retries automatically. */
export function useCommand<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  { pending, stale, about, file, successMessage, onDone, onFailed }: CommandOptions<Sent<Endpoint<I, O>>, Output<Endpoint<I, O>>>,
): Command<Sent<Endpoint<I, O>>, Output<Endpoint<I, O>>> {
  const client = useQueryClient()
  const inFlight = useRef(new Map<string, Promise<Output<Endpoint<I, O>> | undefined>>())

  /** A bug in the message must not turn a success into a failure. */
  const messageOf = async (reply: { data: Output<Endpoint<I, O>>; message: string | undefined }, input: Sent<Endpoint<I, O>>) => {
    try {
      return (await successMessage?.(reply.data, input)) ?? successMessageOf(endpoint.done, reply.data)
    } catch (error) {
      console.error(error)
      return reply.message ?? t('Done')
    }
  }

  const mutation = useMutation<Output<Endpoint<I, O>>, ApiError, Sent<Endpoint<I, O>>>({
    mutationFn: async (input) => {
      const finish = () => inFlight.current.delete(JSON.stringify(input))
      const sender = readSession()?.user.id
      const where = address(endpoint, input as Record<string, unknown>)
      const what = `${sender} ${where} ${recordIdsOf(input as object)} ${about?.(input) ?? ''}`
      const [guards, rest] = splitGuards(input as object)
      const toast = toastPending(pending)
      const send = (key?: SentKey) =>
        sendConfirmed(() =>
          call(endpoint, (key ? { ...rest, ...key.guards } : input) as typeof input, {
            idempotencyKey: key?.value,
            file: file?.(),
          }),
        )
      const sent = endpoint.keyed ? sendKeyed(() => keys.keyFor(what, guards), send) : send()
      const reply = await sent.finally(finish).catch((error: unknown) => {
        const failure = asApiError(error)
        // Another admin, or none, is signed in now: the result is not theirs to see.
        if (readSession()?.user.id !== sender) throw failure
        if (onFailed) {
          hideToast(toast)
          onFailed(failure)
        } else toastFailed(failure, toast)
        throw failure
      })
      onDone?.(reply.data)
      const message = await messageOf(reply, input)
      if (message) toastDone(message, toast)
      else hideToast(toast)
      return reply.data
    },
    // After a refusal too: a 409 means that the screen is out of date.
    onSettled: () => {
      recordInvalidation(stale.map(({ path }) => path))
      return Promise.all(stale.map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
    },
  })

  /** A second click before the button shows progress joins the first call. */
  const run = (input: Sent<Endpoint<I, O>>) => {
    const requestKey = JSON.stringify(input)
    const result = inFlight.current.get(requestKey) ?? mutation.mutateAsync(input).catch(() => undefined)
    inFlight.current.set(requestKey, result)
    return result
  }

  return {
    run,
    restart: () => {
      inFlight.current.clear()
      keys.forgetAll(`${readSession()?.user.id} ${address(endpoint, {})} `)
    },
    isRunning: mutation.isPending,
    error: mutation.error,
  }
}
