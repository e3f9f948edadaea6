import type { KeyboardEvent } from 'react'

/** Ctrl+Enter sends the form from wherever in it, and is nobody else's key then. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.requestSubmit()
}
