import { type RefObject, useEffect } from 'react'

/** Where nothing is left to decide or to ask for, what had the focus goes: the focus goes on, to the button that leaves or to the answer. */
export function useFocusOnceClosed(isClosed: boolean, next: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (isClosed && document.activeElement === document.body) next.current?.focus()
  }, [isClosed, next])
}
