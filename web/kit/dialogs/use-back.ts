import { useBlocker } from '@tanstack/react-router'

/** While something lies over the screen that no address names, the browser's Back is about that, and the screen below it stays. */
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
