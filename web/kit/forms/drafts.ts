import { onSessionChange, readSession } from '../calls/session-store.ts'
import { createKept } from './kept.ts'

export interface Draft {
  readonly text: string
  /** What the field held when the text was begun, and what of it has been sent since: none of it is a colleague's. */
  readonly begunFrom: readonly string[]
  /** The text as it stood when it was last sent, and may not have been saved. */
  readonly inDoubt?: string | undefined
}

/** Texts that somebody has begun and not sent yet, by what they belong to; written through `useDraft`. */
export const drafts = createKept<Draft>(sessionStorage, 'draft')

/** What is typed in other forms, written through `useKept` and `useKeptForm`, and whether it was sent and no answer came. */
export const forms = createKept<{ readonly typed: unknown; readonly isSent: boolean }>(sessionStorage, 'form')

// A session that has ended leaves them for the same admin; another who signs in finds none of them.
const own = () => {
  const { user } = readSession() ?? {}
  if (user) for (const kept of [drafts, forms]) kept.belongTo(user.id)
}
own()
onSessionChange(own)

/** A log-out leaves nothing behind. */
export const forgetTyped = () => {
  for (const kept of [drafts, forms]) kept.clear()
}

/** What has been begun under a key and not sent yet; whatever sends it from elsewhere forgets it with `forgetDraft`. */
export const draftOf = (key: string): string | undefined => drafts.get(key)?.text

/** Whether something was written that has not been sent yet. */
export const hasNotes = (): boolean =>
  drafts.values().some(({ text, begunFrom }) => text.trim() !== '' && text.trim() !== begunFrom[0]?.trim())

export const forgetDraft = (key: string): void => drafts.delete(key)
