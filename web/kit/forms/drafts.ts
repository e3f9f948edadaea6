import { onSessionChange, readSession } from '../calls/session-store.ts'

export interface Draft {
  readonly text: string
  /** What the field held when the text was begun, and what of it has been sent since: none of it is a colleague's. */
  readonly begunFrom: readonly string[]
  /** The text as it stood when it was last sent, and may not have been saved. */
  readonly inDoubt?: string | undefined
}

/** Texts that somebody has begun and not sent yet, by what they belong to; written through `useDraft`. */
export const drafts = new Map<string, Draft>()

// A session that has ended leaves them in memory for the same admin; whoever else signs in finds none of them.
let owner = readSession()?.user.id
onSessionChange(() => {
  const next = readSession()?.user.id ?? owner
  if (next !== owner) drafts.clear()
  owner = next
})

/** What has been begun under a key and not sent yet; whatever sends it from elsewhere forgets it with `forgetDraft`. */
export const draftOf = (key: string): string | undefined => drafts.get(key)?.text

/** Whether something was written that has not been sent yet. */
export const hasNotes = (): boolean =>
  [...drafts.values()].some(({ text, begunFrom }) => text.trim() !== '' && text.trim() !== begunFrom[0]?.trim())

export const forgetDraft = (key: string): void => void drafts.delete(key)
