import { useLayoutEffect, useMemo, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { isAnswered } from '../calls/send-keyed.ts'
import type { FormFields, Values } from './fields/form-fields.ts'
import { changedValues } from './input-store.ts'
import { type Call, type Restored, useRestored, useStoredInput } from './use-restored.ts'

interface RestoredForm {
  readonly call: Pick<Endpoint, 'path'>
  readonly fields: Pick<FormFields, 'form' | 'secrets'>
  readonly command: Call
  readonly isSaved: boolean
  /** The record being edited, as the form knows it. */
  readonly base?: unknown
}

/** Names a form screen and its record. */
export const formKey = ({ path }: Pick<Endpoint, 'path'>): string => `${path} ${location.pathname}`

const NONE: ReadonlySet<string> = new Set()

/** Stores what is typed in a form screen and restores it after a reload or an ended session. */
export function useRestoredForm({ call, fields: { form, secrets }, command, isSaved, base }: RestoredForm) {
  const [key] = useState(() => formKey(call))
  const input: Restored<Values> = useRestored(key)
  const { values, setValues } = form
  const before = input.restored?.typed
  useLayoutEffect(() => {
    if (before) setValues((present) => ({ ...present, ...before }) as Values)
  }, [before, setValues])
  const [tried, setTried] = useState<ReadonlySet<string>>(() => new Set(Object.keys(before ?? {})))
  // Its effect may be read before its answer comes: what was sent stays stored until that.
  const isResultUnknown = command.isRunning || (command.error ? !isAnswered(command.error) : input.restored?.isSent === true)
  const inDoubt = isResultUnknown ? tried : NONE
  const changed = () => (isSaved ? undefined : changedValues(values, form.getInitialValues(), secrets, inDoubt))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other objects never change
  const typed = useMemo(changed, [values, isSaved, inDoubt])
  useStoredInput(input, typed, command, base)
  const discard = () => {
    input.discard()
    setValues(form.getInitialValues())
  }
  /** Call it before sending. */
  const recordTry = () => setTried(new Set(Object.keys(changedValues(values, form.getInitialValues(), NONE, inDoubt) ?? {})))
  return { restored: input.restored, discard, inDoubt, recordTry }
}
