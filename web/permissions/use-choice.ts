import { useState } from 'react'
import type { Command } from '../calls/use-command.ts'
import { useRestoredState } from '../forms/use-restored.ts'

/** A granted set with the changes made on screen; changes by other admins apply underneath. */
export interface Choice {
  readonly has: (id: number) => boolean
  readonly set: (ids: readonly number[], on: boolean) => void
  /** Selects exactly these. */
  readonly replace: (ids: readonly number[]) => void
  readonly reset: () => void
  readonly chosen: readonly number[]
  /** Changes with every change on screen, not with refetched data. */
  readonly revision: number
  readonly changes: number
  readonly restoredInput: ReturnType<typeof useRestoredState>[2]
}

type Edits = readonly (readonly [id: number, on: boolean])[]
const NONE: Edits = []

/** Edits on top of `granted`, the server's current state; `key` names the grants. While saving, an edit that is undone looks
 * like no change, because `granted` is about to become what was sent, so it is kept until then. */
export function useChoice(
  key: string,
  granted: readonly number[],
  save: Pick<Command<never, unknown>, 'isRunning' | 'error'>,
): Choice {
  const [edited, setEdited, restoredInput] = useRestoredState(key, NONE, save)
  const edits = new Map(edited)
  const [revision, setRevision] = useState(0)
  const base = new Set(granted)
  const differing = edited.filter(([id, on]) => base.has(id) !== on)
  // Drops edits that match the grants: kept, they would override another admin's next change.
  if (!save.isRunning && differing.length < edited.length) setEdited(differing.length > 0 ? differing : NONE)
  const has = (id: number) => edits.get(id) ?? base.has(id)
  const change: typeof setEdited = (next) => {
    setEdited(next)
    setRevision((before) => before + 1)
  }
  const set = (ids: readonly number[], on: boolean) =>
    change((before) => [...new Map([...before, ...ids.map((id) => [id, on] as const)])])
  const added = differing.filter(([, on]) => on).map(([id]) => id)
  const chosen = [...granted.filter(has), ...added]
  return {
    has,
    set,
    replace: (ids) => {
      const wanted = new Set(ids)
      change([...new Set([...chosen, ...granted, ...ids])].map((id) => [id, wanted.has(id)] as const))
    },
    reset: () => change(NONE),
    chosen,
    revision,
    changes: differing.length,
    restoredInput,
  }
}
