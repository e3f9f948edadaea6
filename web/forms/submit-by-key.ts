import type { KeyboardEvent } from 'react'

/** Ctrl+Enter submits the form from any of its fields and does nothing else. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter') return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) event.currentTarget.requestSubmit()
  }
  // The Enter that opened the form, if held, would submit it. In a textarea it makes lines.
  else if (event.repeat && event.target instanceof HTMLInputElement) event.preventDefault()
}
