import { onSessionChange, readSession } from '../calls/session-store.ts'
import { createInputStore } from './input-store.ts'

export interface Draft {
  readonly text: string
  /** The field's value when typing began, and values sent since. Any other value is another admin's. */
  readonly begunFrom: readonly string[]
  /** The text as last sent, if it may not have been saved. */
  readonly inDoubt?: string | undefined
}

/** Drafts by what they belong to; written through `useDraft`. */
export const drafts = createInputStore<Draft>(sessionStorage, 'draft')

interface StoredForm {
  readonly typed: unknown
  /** It was sent, and no reply came. */
  readonly isSent: boolean
  /** The record that it was typed over: a change since then is another admin's. */
  readonly base?: unknown
}

/** Input of other forms; written through `useRestoredState` and `useRestoredForm`. */
export const forms = createInputStore<StoredForm>(sessionStorage, 'form')

// Drafts survive an ended session for the same admin; another admin finds none.
const claimStores = () => {
  const { user } = readSession() ?? {}
  if (user) for (const store of [drafts, forms]) store.setOwner(user.id)
}
claimStores()
onSessionChange(claimStores)

/** Called on log-out. */
export const forgetTyped = () => {
  for (const store of [drafts, forms]) store.clear()
}

/** The draft of a key. Code that sends it from elsewhere must call `forgetDraft`. */
export const draftOf = (key: string): string | undefined => drafts.get(key)?.text

/** Whether there are unsent drafts. */
export const hasNotes = (): boolean =>
  drafts.values().some(({ text, begunFrom }) => text.trim() !== '' && text.trim() !== begunFrom[0]?.trim())

export const forgetDraft = (key: string): void => drafts.delete(key)
