import { useBlocker } from '@tanstack/react-router'

/** While an overlay that is not in the URL is open, Back closes it instead of leaving the screen. */
export function useBack(opened: boolean, close: () => void): void {
  useBlocker({
    disabled: !opened,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action === 'PUSH' || action === 'REPLACE') return false
      close()
      return true
    },
  })
}
