import { useLayoutEffect, useMemo, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Command } from '../calls/use-command.ts'
import type { FormFields, Values } from '../fields/form-fields.ts'
import { typedOf } from './kept.ts'
import { type Restored, useKeeping, useRestored } from './use-kept.ts'

interface KeptForm {
  readonly call: Pick<Endpoint, 'path'>
  readonly fields: Pick<FormFields, 'form' | 'secrets'>
  readonly command: Pick<Command<never, unknown>, 'isRunning' | 'error'>
  readonly isSaved: boolean
}

/** Stores what is typed in a form screen and restores it after a reload or an ended session. */
export function useKeptForm({ call, fields: { form, secrets }, command, isSaved }: KeptForm) {
  const [key] = useState(() => `${call.path} ${location.pathname}`)
  const kept: Restored<Values> = useRestored(key)
  const { values, setValues } = form
  const before = kept.restored?.typed
  useLayoutEffect(() => {
    if (before) setValues((present) => ({ ...present, ...before }) as Values)
  }, [before, setValues])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other objects never change
  const typed = useMemo(() => (isSaved ? undefined : typedOf(values, form.getInitialValues(), secrets)), [values, isSaved])
  useKeeping(kept, typed, command)
  const discard = () => {
    kept.forget()
    setValues(form.getInitialValues())
  }
  return { restored: kept.restored, discard }
}
