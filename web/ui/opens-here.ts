import type { MouseEvent } from 'react'

/** Whether a click on a link opens it in this tab: with a modifier key the browser opens another. */
export const opensHere = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)

/** Opens a link's target by `open` instead, unless in another tab. */
export const openHere = (event: MouseEvent, open: () => void): void => {
  if (!opensHere(event)) return
  event.preventDefault()
  open()
}
