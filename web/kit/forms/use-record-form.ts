import { useForm } from '@mantine/form'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { type RefObject, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Access } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { REDIRECT_DELAY_MS } from '#contract/limits.ts'
import type { ApiError } from '../calls/api.ts'
import { faultsOf, fieldErrors } from '../calls/errors.ts'
import { readSession } from '../calls/session-store.ts'
import { isAnswered, useCommand } from '../calls/use-command.ts'
import { confirmLeaving } from '../dialogs/confirm.tsx'
import { type FormFields, missing, type Values } from '../fields/form-fields.ts'
import { leftSearch } from '../list/left-lists.ts'
import { tSaid } from '../text/i18n.ts'
import { toastFailed } from '../toasts.ts'
import { useFocusOnFault } from './focus-on-fault.ts'
import { halfDates } from './half-dates.ts'
import { useKeptForm } from './use-kept-form.ts'

interface RecordFormOptions {
  readonly call: Endpoint
  readonly start: Values
  /** What is sent of what is typed. */
  readonly inputOf?: (values: Values) => Values
  /** English text of the toast. */
  readonly pending: string
  readonly stale: readonly Endpoint[]
  /** Where one goes after a success. */
  readonly list: string
  /** Asked before the call is sent; false stays on the form. */
  readonly ask?: (values: Values) => Promise<boolean>
  /** Goes on from what the server answered to a success; without it, from the list. */
  readonly onSaved?: (saved: unknown) => void
  /** The record has moved on, or may have, where no answer came: read it again, or go on from what the refusal says. */
  readonly onConflict?: (refusal: ApiError) => void
}

/** A form for one record, from typing to the way back to the list. */
export interface RecordForm {
  readonly fields: FormFields
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => void
  readonly isRunning: boolean
  /** Saved: the form is inert until the list opens. */
  readonly isSaved: boolean
  readonly isUploading: boolean
  /** What was typed in it before a reload or the end of a session, and is in its fields again. */
  readonly kept: ReturnType<typeof useKeptForm>
  /** What was last sent, as the server would keep it; undefined before. */
  readonly tried: Values | undefined
  readonly error: ApiError | null
  readonly list: string
  /** Who may save it. */
  readonly access: Access
  readonly element: RefObject<HTMLFormElement | null>
}

/**
 * Checks by the contract's schema, sends, shows refusals at their fields (in a toast where a field is not on screen), and goes back to
 * the list 1.5 s after a success.
 */
export function useRecordForm(options: RecordFormOptions): RecordForm {
  const { call, start, inputOf, ask, pending, stale, list, onSaved, onConflict } = options
  const [isSaved, setSaved] = useState(false)
  const [uploading, setUploading] = useState<readonly string[]>([])
  const form = useForm<Values>({ initialValues: start })
  const command = useCommand(call, { pending, stale })
  const client = useQueryClient()
  const { element, focusFault } = useFocusOnFault()
  useGuard(() => (form.isDirty() || uploading.length > 0 || halfDates(element.current).length > 0) && !isSaved, command.isRunning)
  useRedirect(isSaved, list)

  const { setErrors } = form
  const conflict = useRef(onConflict)
  conflict.current = onConflict
  useEffect(() => {
    if (!command.error) return
    setErrors(fieldErrors(command.error))
    focusFault()
    if (command.error.status === 409 || !isAnswered(command.error)) conflict.current?.(command.error)
  }, [command.error, setErrors, focusFault])

  const [tried, setTried] = useState<Values>()
  const [labels] = useState(() => new Map<string, string>())
  const [needed] = useState(() => new Set<string>())
  const [secrets] = useState(() => new Set<string>())
  const fields = useMemo(
    () => ({
      form,
      labels,
      needed,
      secrets,
      setUploading: (name: string, is: boolean) =>
        setUploading((others) => [...others.filter((other) => other !== name), ...(is ? [name] : [])]),
    }),
    [form, labels, needed, secrets],
  )
  const kept = useKeptForm({ call, fields, command, isSaved })

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (command.isRunning || isSaved || uploading.length > 0) return
    const values = form.getValues()
    const checked = call.input.safeParse(inputOf ? inputOf(values) : values)
    const half = halfDates(element.current).map((name) => [name, 'Enter a whole date'])
    // Of what is missing the contract has the better words.
    const faults = { ...missing(fields), ...faultsOf(checked.error), ...Object.fromEntries(half) }
    if (!checked.success || Object.keys(faults).length > 0) {
      form.setErrors(faults)
      const unseen = Object.keys(faults).filter((name) => !labels.has(name))
      if (unseen.length > 0) toastFailed(unseen.map((name) => tSaid(faults[name] ?? name)).join('\n'))
      return focusFault()
    }
    form.clearErrors()
    if (ask && !(await ask(values))) return
    setTried({ ...values, ...(checked.data as Values) })
    const saved = await command.run(checked.data as never)
    if (saved === undefined) return
    if (onSaved) onSaved(saved)
    else setSaved(true)
    for (const { path } of stale) void client.refetchQueries({ queryKey: [path], type: 'inactive' })
  }
  return {
    fields,
    submit: (event) => void submit(event),
    isRunning: command.isRunning,
    isSaved,
    isUploading: uploading.length > 0,
    kept,
    tried,
    error: command.error,
    list,
    access: call.access,
    element,
  }
}

/**
 * Asks before what was typed or is being uploaded is left behind, on the way to another screen and on closing the tab. `isSaving`: all
 * of it is on its way to the server.
 */
export function useGuard(isUnsaved: () => boolean, isSaving = false): void {
  useBlocker({
    // A session that has ended takes the form with it; nobody could answer. A drawer over the same screen leaves it as it is.
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && isUnsaved() && readSession() !== null && !(await confirmLeaving(isSaving)),
    enableBeforeUnload: isUnsaved,
  })
}

/** Goes on to the list 1.5 s after a success, as it was left. */
export function useRedirect(isSaved: boolean, list: string): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(() => void navigate({ to: list, search: leftSearch(list) as never }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isSaved, list, navigate])
}

/**
 * What a form is opened with: what was read since its screen is there, never what is remembered from before, also where that cannot be
 * read again. Once the form of a `key` is open it stays: a later read that fails takes away nothing that is being typed.
 */
export function useOpened<D>(
  { data, isFetchedAfterMount, isError }: Pick<UseQueryResult<D>, 'data' | 'isFetchedAfterMount' | 'isError'>,
  key = '',
): D | undefined {
  const [opened, setOpened] = useState<string>()
  const isRead = isFetchedAfterMount && !isError
  if (isRead && opened !== key) setOpened(key)
  return isRead || opened === key ? data : undefined
}
