import type { MouseEvent } from 'react'

/** Whether a click on a link opens it in this tab: with a modifier key the browser opens another. */
export const opensHere = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
