import { useState } from 'react'
import type { Command } from '../kit/calls/use-command.ts'
import { useKept } from '../kit/forms/use-kept.ts'

/** A set that is granted, and how somebody has changed it on the screen; other changes to what is granted pass beneath. */
export interface Choice {
  readonly has: (id: number) => boolean
  readonly set: (ids: readonly number[], on: boolean) => void
  /** Makes these, and no others, the chosen ones. */
  readonly replace: (ids: readonly number[]) => void
  readonly reset: () => void
  readonly chosen: readonly number[]
  /** Another one after each change on the screen; what is read again changes nothing there. */
  readonly revision: number
  /** How many differ from what is granted. */
  readonly changes: number
  /** What was changed before a reload or the end of a session. */
  readonly kept: ReturnType<typeof useKept>[2]
}

type Edits = readonly (readonly [id: number, on: boolean])[]
const NONE: Edits = []

/**
 * What is chosen of `granted`, as the server holds it by now; `key` names whose grants they are. While a choice is being saved, `granted` is about to become what was sent:
 * a wish that is taken back meanwhile looks like no wish, and is kept until then.
 */
export function useChoice(
  key: string,
  granted: readonly number[],
  save: Pick<Command<never, unknown>, 'isRunning' | 'error'>,
): Choice {
  const [edited, setEdited, kept] = useKept(key, NONE, save)
  const edits = new Map(edited)
  const [revision, setRevision] = useState(0)
  const base = new Set(granted)
  const differing = edited.filter(([id, on]) => base.has(id) !== on)
  // What is as it is granted is nobody's wish: kept, it would overrule a colleague who changes just that next.
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
    kept,
  }
}
