import { useState } from 'react'
import { onSessionChange } from './session-store.ts'

interface Draft {
  readonly text: string
  /** What was sent by then. */
  readonly begunFrom: string
}

const drafts = new Map<string, Draft>()
onSessionChange(() => drafts.clear())

/** What has been begun under a key and not sent yet; whatever sends it from elsewhere forgets it with `forgetDraft`. */
export const draftOf = (key: string): string | undefined => drafts.get(key)?.text

export const forgetDraft = (key: string): void => void drafts.delete(key)

/**
 * Text that somebody has begun and not sent yet: whoever closes its form, or goes on to another row, finds it there again. `sent` is
 * what the field holds without it. `hasMoved`: that has become something else since the text was begun.
 */
export function useDraft(
  key: string,
  sent: string,
): [text: string, change: (text: string) => void, forget: () => void, hasMoved: boolean] {
  const [draft, setDraft] = useState(() => drafts.get(key))
  // Sent, or typed back: from here on the field follows what colleagues make of it.
  if (draft?.text === sent) setDraft(undefined)
  const change = (text: string) => {
    const next = { text, begunFrom: draft?.begunFrom ?? sent }
    if (text === sent) drafts.delete(key)
    else drafts.set(key, next)
    setDraft(next)
  }
  return [draft?.text ?? sent, change, () => drafts.delete(key), draft !== undefined && draft.begunFrom !== sent]
}
