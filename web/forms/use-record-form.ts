import { useForm } from '@mantine/form'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { type RefObject, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Access } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { REDIRECT_DELAY_MS } from '#contract/limits.ts'
import type { ApiError } from '../calls/api.ts'
import { faultsOf, fieldErrors } from '../calls/errors.ts'
import { isAnswered } from '../calls/send-keyed.ts'
import { readSession } from '../calls/session-store.ts'
import { useCommand } from '../calls/use-command.ts'
import { lastListSearch } from '../lists/last-list-search.ts'
import { confirmLeaving } from '../ui/dialogs/confirm.ts'
import { useFocusOnFault } from '../ui/focus/lost-focus.ts'
import { tMessage } from '../ui/text/i18n.ts'
import { toastFailed } from '../ui/toasts.ts'
import { type FormFields, missing, useFields, type Values } from './fields/form-fields.ts'
import { useRestoredForm } from './use-restored-form.ts'

export interface RecordFormOptions {
  readonly call: Endpoint
  readonly start: Values
  /** `inDoubt`: fields that were changed in a try without a reply. They may have been saved or not, so they are sent again. */
  readonly inputOf?: (values: Values, inDoubt: ReadonlySet<string>) => Values
  readonly pending: string
  readonly stale: readonly Endpoint[]
  /** URL to open after a success. */
  readonly list: string
  /** Of an upload: the file to send. */
  readonly file?: () => Blob | undefined
  /** Asks before sending; false cancels. */
  readonly ask?: (values: Values) => Promise<boolean>
  /** Continues from the reply instead of opening the list, which it opens after all by returning true. */
  readonly onSaved?: (saved: unknown) => unknown
  /** Offers 'Save and add another', and goes on after it instead of opening the list. */
  readonly onAnother?: (saved: unknown) => void
  /** Called when the record has changed, or may have (no reply): refetch it, or continue from the refusal's data. */
  readonly onConflict?: (refusal: ApiError) => void
  /** The record being edited, as the form knows it. */
  readonly base?: unknown
}

export interface RecordForm {
  readonly fields: FormFields
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => void
  readonly isRunning: boolean
  /** The form is inert until the list opens. */
  readonly isSaved: boolean
  readonly isUploading: boolean
  readonly addsAnother?: boolean
  readonly restoredInput: ReturnType<typeof useRestoredForm>
  /** The values last sent, normalized as the server stores them. */
  readonly lastSent: Values | undefined
  readonly error: ApiError | null
  readonly list: string
  readonly access: Access
  readonly element: RefObject<HTMLFormElement | null>
}

/** Validates with the contract's schema, sends, shows errors at their fields (in a toast if the field is not on screen), and
 * opens the list 1.5 s after a success. */
export function useRecordForm(options: RecordFormOptions): RecordForm {
  const { call, start, inputOf, file, ask, pending, stale, list, onSaved, onAnother, onConflict, base } = options
  const [isSaved, setSaved] = useState(false)
  const form = useForm<Values>({ initialValues: start })
  const { fields, isUploading } = useFields(form)
  const command = useCommand(call, { pending, stale, ...(file && { file }) })
  const client = useQueryClient()
  const { element, focusFault } = useFocusOnFault()
  useGuard(() => (form.isDirty() || isUploading) && !isSaved, command.isRunning)
  useRedirect(isSaved, list)

  const { setErrors } = form
  const conflict = useRef(onConflict)
  conflict.current = onConflict
  useLayoutEffect(() => {
    if (!command.error) return
    setErrors(fieldErrors(command.error))
    focusFault()
    if (command.error.status === 409 || !isAnswered(command.error)) conflict.current?.(command.error)
  }, [command.error, setErrors, focusFault])

  const [lastSent, setLastSent] = useState<Values>()
  const restoredInput = useRestoredForm({ call, fields, command, isSaved, base })
  const { restored } = restoredInput

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isAnother = (event.nativeEvent as globalThis.SubmitEvent).submitter?.dataset.another !== undefined
    if (command.isRunning || isSaved || isUploading) return
    const values = form.getValues()
    const absent = missing(fields)
    const input = Object.entries(inputOf ? inputOf(values, restoredInput.inDoubt) : values).filter(([name]) => !(name in absent))
    const checked = call.input.safeParse(Object.fromEntries(input))
    const half = halfDates(element.current).map((name) => [name, 'Enter a full date'])
    // For a missing field the contract's message is better.
    const faults = { ...absent, ...faultsOf(checked.error), ...Object.fromEntries(half) }
    if (!checked.success || Object.keys(faults).length > 0) {
      form.setErrors(faults)
      const unseen = Object.keys(faults).filter((name) => !fields.labels.has(name))
      if (unseen.length > 0) toastFailed(unseen.map((name) => tMessage(faults[name] ?? name)).join('\n'))
      return focusFault()
    }
    form.clearErrors()
    if (ask && !(await ask(values))) return
    setLastSent({ ...values, ...(checked.data as Values) })
    restoredInput.recordTry()
    const saved = await command.run(checked.data as never)
    if (saved === undefined) return
    if (isAnother) onAnother?.(saved)
    else if (!onSaved || onSaved(saved) === true) setSaved(true)
    for (const { path } of stale) void client.refetchQueries({ queryKey: [path], type: 'inactive' })
  }
  return {
    fields,
    submit: (event) => void submit(event),
    isRunning: command.isRunning,
    isSaved,
    isUploading,
    addsAnother: onAnother !== undefined,
    restoredInput,
    lastSent: lastSent ?? (restored?.isSent ? { ...start, ...restored.typed } : undefined),
    error: command.error,
    list,
    access: call.access,
    element,
  }
}

/** Names of date boxes with a partial or impossible date, for which every call has the same sentence. */
const halfDates = (form: HTMLFormElement | null): string[] =>
  [...(form?.querySelectorAll<HTMLInputElement>('input[data-unfinished]') ?? [])].map(({ name }) => name)

/** Asks before unsaved input or an upload is lost, on navigation and on closing the tab. `isSaving`: everything is being sent. */
export function useGuard(isUnsaved: () => boolean, isSaving = false): void {
  useBlocker({
    // Not when the session has ended: nobody could answer. A drawer over the same screen loses nothing.
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && isUnsaved() && readSession() !== null && !(await confirmLeaving(isSaving)),
    enableBeforeUnload: isUnsaved,
  })
}

/** Opens the list as it was left, 1.5 s after a success. */
function useRedirect(isSaved: boolean, list: string): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(() => void navigate({ to: list, search: lastListSearch(list) as never }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isSaved, list, navigate])
}

/** The data a form opens with: always read since mounting, never from the cache, even if the read fails. Once open, it stays
 * for its `key`: a later failed read loses no input. */
export function useOpened<D>(
  { data, isFetchedAfterMount, isError }: Pick<UseQueryResult<D>, 'data' | 'isFetchedAfterMount' | 'isError'>,
  key = '',
): D | undefined {
  const [opened, setOpened] = useState<string>()
  const isRead = isFetchedAfterMount && !isError
  if (isRead && opened !== key) setOpened(key)
  return isRead || opened === key ? data : undefined
}
