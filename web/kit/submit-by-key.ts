import type { KeyboardEvent } from 'react'

/** Ctrl+Enter sends the form from wherever in it, and is nobody else's key then. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter') return
  // Held for too long, the Enter that opened the form would send it.
  if (event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
  if (!(event.ctrlKey || event.metaKey) || event.repeat) return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.requestSubmit()
}
