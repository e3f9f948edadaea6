import { type RefObject, useEffect } from 'react'

/** Where nothing is left to decide, the fields go and the focus with them: it goes on to the button that leaves. */
export function useFocusOnceClosed(isClosed: boolean, leave: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (isClosed && document.activeElement === document.body) leave.current?.focus()
  }, [isClosed, leave])
}
