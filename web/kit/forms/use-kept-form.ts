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

/** Keeps what is typed in a form that is a screen, and puts it into its fields again after a reload or an ended session. */
export function useKeptForm({ call, fields: { form, secrets }, command, isSaved }: KeptForm) {
  const [key] = useState(() => `${call.path} ${location.pathname}`)
  const kept: Restored<Values> = useRestored(key)
  const { values, setValues } = form
  const before = kept.restored?.typed
  useLayoutEffect(() => {
    if (before) setValues((present) => ({ ...present, ...before }) as Values)
  }, [before, setValues])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the others are the same object all the time
  const typed = useMemo(() => (isSaved ? undefined : typedOf(values, form.getInitialValues(), secrets)), [values, isSaved])
  useKeeping(kept, typed, command)
  const discard = () => {
    kept.forget()
    setValues(form.getInitialValues())
  }
  return { restored: kept.restored, discard }
}
