import { type RefObject, useEffect } from 'react'

/** When nothing is left to decide, the focused control is removed: moves the focus to `next`, such as Close. */
export function useFocusOnceClosed(isClosed: boolean, next: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (isClosed && document.activeElement === document.body) next.current?.focus()
  }, [isClosed, next])
}
