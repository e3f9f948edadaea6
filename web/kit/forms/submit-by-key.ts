import type { KeyboardEvent } from 'react'

/** Ctrl+Enter sends the form from wherever in it, and is nobody else's key then. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter') return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) event.currentTarget.requestSubmit()
  }
  // Held for too long, the Enter that opened the form would send it. In a text it makes lines.
  else if (event.repeat && event.target instanceof HTMLInputElement) event.preventDefault()
}
