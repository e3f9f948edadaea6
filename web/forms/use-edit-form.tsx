import { useState } from 'react'
import { Changed, type Comparison, type Versioned } from './Changed.tsx'
import type { Values } from './fields/form-fields.ts'
import { type RecordFormOptions, useRecordForm } from './use-record-form.ts'
import { restoredFor } from './use-restored.ts'
import { formKey } from './use-restored-form.ts'

interface EditFormOptions<R extends Versioned>
  extends Omit<RecordFormOptions, 'start' | 'inputOf' | 'onConflict' | 'base' | 'ask'>,
    Comparison<R> {
  /** The record as last read. */
  readonly row: R
  /** The input of an edit; `base` is the record that it is based on, with the version to send. */
  readonly inputOf: (values: Values, base: R, inDoubt: ReadonlySet<string>) => Values
  readonly refetch: () => void
  /** Asks before saving over `base`; false cancels. */
  readonly ask?: (values: Values, base: R) => Promise<boolean>
}

/** The form of a record with a version: what other admins save meanwhile is shown by field, in `notice`, and overwritten only
 * knowingly. `base` is the record that the form is based on. */
export function useEditForm<R extends Versioned>(options: EditFormOptions<R>) {
  const { row, valuesOf, inputOf, refetch, ask, ...others } = options
  const [opened] = useState(() => (restoredFor(formKey(others.call))?.base as R | undefined) ?? row)
  // A refusal carries the present record, which may be all that can be read.
  const [refused, setRefused] = useState<R>()
  const latest = refused && refused.version > row.version ? refused : row
  const [base, setBase] = useState(opened)
  const form = useRecordForm({
    ...others,
    base,
    start: valuesOf(opened),
    inputOf: (values, inDoubt) => inputOf(values, base, inDoubt),
    ...(ask && { ask: (values: Values) => ask(values, base) }),
    onConflict: ({ status, data }) => {
      refetch()
      if (status === 409 && isVersioned(data)) setRefused(data as R)
    },
  })
  const notice = !form.isSaved && (
    <Changed base={base} latest={latest} form={form} comparison={options} onAccept={() => setBase(latest)} />
  )
  return { form, notice, base }
}

const isVersioned = (data: unknown): boolean => typeof (data as Partial<Versioned> | null)?.version === 'number'
