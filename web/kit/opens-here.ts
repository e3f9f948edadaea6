import type { MouseEvent } from 'react'

/** Whether a click on a link is meant for this page: with a key held down the browser opens another tab. */
export const opensHere = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
