import { Button, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { admins } from '#contract/admins.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ApiError } from '../calls/api.ts'
import { useCommand } from '../calls/use-command.ts'
import { RestoredNotice } from '../forms/RestoredNotice.tsx'
import { submitByKey } from '../forms/submit-by-key.ts'
import { useGuard } from '../forms/use-record-form.ts'
import { LocalSearchBox } from '../lists/filters/LocalSearchBox.tsx'
import { Empty } from '../ui/Empty.tsx'
import { focusIfLost } from '../ui/focus/lost-focus.ts'
import { LoadError, Loading } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { CopyFrom } from './CopyFrom.tsx'
import { ErrorAlert } from './ErrorAlert.tsx'
import classes from './permissions.module.css'
import type { Choice } from './use-choice.ts'

/** Before the checklist: what it needs is being read, or could not be. */
export function NotLoaded({ queries }: { queries: readonly Pick<UseQueryResult<unknown, ApiError>, 'error' | 'refetch'>[] }) {
  const error = queries.find((query) => query.error)?.error
  if (!error) return <Loading rows={8} height={48} />
  const retry = () => {
    for (const { refetch } of queries) void refetch()
  }
  return <LoadError error={error} onRetry={retry} />
}

/** Saves grants; `failed` is shown until it is dismissed. */
export function useSaveGrants<I extends z.ZodType, O extends z.ZodType>(call: Endpoint<I, O>, read: Endpoint) {
  const [failed, setFailed] = useState<ApiError | null>(null)
  const save = useCommand(call, { pending: 'Updating permission...', stale: [read, admins.list], onFailed: setFailed })
  return { ...save, failed, dismiss: () => setFailed(null) }
}

interface GrantsFormProps {
  readonly adminId: number
  readonly choices: readonly Choice[]
  readonly save: Pick<ReturnType<typeof useSaveGrants>, 'isRunning' | 'failed' | 'dismiss'>
  readonly onSave: () => Promise<unknown>
  /** Reads another admin's grants, for each of `choices`. */
  readonly grantsOf: (adminId: number) => Promise<readonly (readonly number[])[]>
  /** The checklist of what is searched; `none` says that nothing was found. */
  readonly children: (query: string | undefined, none: ReactNode) => ReactNode
}

/** A checklist of grants with search, copying from another admin, and saving. */
export function GrantsForm({ adminId, choices, save, onSave, grantsOf, children }: GrantsFormProps) {
  const [query, setQuery] = useState<string>()
  const changes = sumOf(choices.map((choice) => choice.changes))
  const revision = sumOf(choices.map((choice) => choice.revision))
  const [sent, setSent] = useState<number>()
  useGuard(() => save.isRunning || changes > 0, save.isRunning && sent === revision)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (save.isRunning) return
    setSent(revision)
    // The grants are refetched; ticks made meanwhile stay on top.
    void onSave()
  }
  const clear = () => {
    setQuery(undefined)
    // 'Clear' is removed by its own click.
    document.querySelector<HTMLElement>('#content [type="search"]')?.focus()
  }
  const discard = () => {
    for (const { restoredInput } of choices) restoredInput.discard()
  }
  const reset = () => {
    for (const choice of choices) choice.reset()
  }
  const restored = choices.find(({ restoredInput }) => restoredInput.restored)?.restoredInput.restored
  return (
    <form onSubmit={submit} onKeyDown={submitByKey}>
      <Stack gap="xs">
        <div className={classes.tools}>
          <LocalSearchBox value={query} onSearch={setQuery} />
          <CopyFrom except={adminId} choices={choices} read={grantsOf} />
        </div>
        <RestoredNotice restoredInput={{ restored, discard }} />
        {children(query, <Empty filtered={query !== undefined} onClear={clear} />)}
        <SaveBar changes={changes} isRunning={save.isRunning} onReset={reset} />
      </Stack>
      <ErrorAlert error={save.failed} onClose={save.dismiss} />
    </form>
  )
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

interface SaveBarProps {
  readonly changes: number
  readonly isRunning: boolean
  readonly onReset: () => void
}

/** Sticky bar with the number of unsaved changes. */
function SaveBar({ changes, isRunning, onReset }: SaveBarProps) {
  const t = useT()
  const button = useRef<HTMLButtonElement>(null)
  // While saving, the button cannot have the focus.
  const wasRunning = useRef(false)
  useEffect(() => {
    const hasEnded = wasRunning.current && !isRunning
    wasRunning.current = isRunning
    if (hasEnded) focusIfLost([button.current], { preventScroll: true })
  }, [isRunning])
  const discard = () => {
    onReset()
    // The 'Discard' button is removed by its own click.
    button.current?.focus({ preventScroll: true })
  }
  const text = changes === 0 ? 'No changes' : changes === 1 ? '{{count}} change' : '{{count}} changes'
  return (
    <div className={classes.bar} data-at-bottom="bar">
      <span role="status">{t(text, { count: changes })}</span>
      <span className={classes.buttons}>
        {changes > 0 && (
          // Changes that are being saved cannot be discarded: they would return with the reply.
          <Button variant="default" disabled={isRunning} onClick={discard}>
            {t('Discard')}
          </Button>
        )}
        <Button ref={button} type="submit" loading={isRunning}>
          {t('Save')}
        </Button>
      </span>
    </div>
  )
}
