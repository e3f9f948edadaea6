import { useEffect, useRef } from 'react'

const SECOND_CLICK_MS = 500

/**
 * Notices the second click of a double click on what opened a dialog: it falls beside the dialog and would close it. `overlayProps` are
 * the dialog's; `wasMeant` is asked once whenever it is about to close.
 */
export function useSecondClick(opened: boolean) {
  const since = useRef(0)
  const isSecond = useRef(false)
  useEffect(() => {
    if (opened) since.current = performance.now()
  }, [opened])
  return {
    overlayProps: {
      onClick: () => {
        isSecond.current = performance.now() - since.current < SECOND_CLICK_MS
      },
    },
    wasMeant: () => {
      const was = !isSecond.current
      isSecond.current = false
      return was
    },
  }
}
