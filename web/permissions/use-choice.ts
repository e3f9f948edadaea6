import { useState } from 'react'

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
}

const NONE: ReadonlyMap<number, boolean> = new Map()

/**
 * What is chosen of `granted`, as the server holds it by now. While a choice is being saved, `granted` is about to become what was sent:
 * a wish that is taken back meanwhile looks like no wish, and is kept until then.
 */
export function useChoice(granted: readonly number[], isSaving: boolean): Choice {
  const [edits, setEdits] = useState(NONE)
  const [revision, setRevision] = useState(0)
  const base = new Set(granted)
  const differing = [...edits].filter(([id, on]) => base.has(id) !== on)
  // What is as it is granted is nobody's wish: kept, it would overrule a colleague who changes just that next.
  if (!isSaving && differing.length < edits.size) setEdits(new Map(differing))
  const has = (id: number) => edits.get(id) ?? base.has(id)
  const change: typeof setEdits = (next) => {
    setEdits(next)
    setRevision((before) => before + 1)
  }
  const set = (ids: readonly number[], on: boolean) =>
    change((before) => new Map([...before, ...ids.map((id) => [id, on] as const)]))
  const added = differing.filter(([, on]) => on).map(([id]) => id)
  const chosen = [...granted.filter(has), ...added]
  return {
    has,
    set,
    replace: (ids) => {
      const wanted = new Set(ids)
      change(new Map([...new Set([...chosen, ...granted, ...ids])].map((id) => [id, wanted.has(id)])))
    },
    reset: () => change(NONE),
    chosen,
    revision,
    changes: differing.length,
  }
}
