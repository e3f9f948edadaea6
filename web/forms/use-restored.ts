import { useCallback, useEffect, useState } from 'react'
import { isAnswered } from '../calls/send-keyed.ts'
import { readSession } from '../calls/session-store.ts'
import type { Command } from '../calls/use-command.ts'
import { forms } from './drafts.ts'

/** Input from before a reload or an ended session. */
export interface Restored<V> {
  readonly key: string
  /** Undefined if there is none, or it was discarded or sent. */
  readonly restored: { readonly typed?: V | undefined; readonly isSent: boolean; readonly base?: unknown } | undefined
  readonly dismiss: () => void
  readonly discard: () => void
}

export type Call = Pick<Command<never, unknown>, 'isRunning' | 'error'>

/** Forms on screen: a form that is reopened in place starts empty. */
const open = new Set<string>()

/** What is stored for a form that opens now. */
export const restoredFor = (key: string) => (open.has(key) ? undefined : forms.get(key))

/** `key` names form and record. Closing or leaving a form discards its input, unless the session has ended. */
export function useRestored<V>(key: string): Restored<V> {
  const [restored, setRestored] = useState(() => restoredFor(key) as Restored<V>['restored'])
  useEffect(() => {
    open.add(key)
    return () => {
      open.delete(key)
      if (readSession()) forms.delete(key)
    }
  }, [key])
  const dismiss = useCallback(() => setRestored(undefined), [])
  const discard = () => {
    forms.delete(key)
    dismiss()
  }
  return { key, restored, dismiss, discard }
}

/** Stores the input, the record that it is typed over, and whether it was sent without a reply. */
export function useStoredInput<V>(
  { key, restored, dismiss }: Restored<V>,
  typed: V | undefined,
  { isRunning, error }: Call,
  base?: unknown,
): void {
  const isSent = isRunning || (error ? !isAnswered(error) : (restored?.isSent ?? false))
  useEffect(() => {
    if (isRunning) dismiss()
  }, [isRunning, dismiss])
  useEffect(() => {
    if (typed === undefined && !isSent) forms.delete(key)
    else forms.set(key, { typed, isSent, base })
  }, [key, typed, isSent, base])
}

const IDLE: Call = { isRunning: false, error: null }

/** Like useState, for a dialog's input: it survives a reload and an ended session. */
export function useRestoredState<V>(key: string, begin: V, call: Call = IDLE) {
  const input = useRestored<V>(key)
  const [start] = useState(begin)
  const [value, setValue] = useState(input.restored?.typed ?? start)
  useStoredInput(input, value === start ? undefined : value, call)
  const discard = () => {
    input.discard()
    setValue(start)
  }
  return [value, setValue, { restored: input.restored, discard }] as const
}
