import { useLayoutEffect, useRef, useState } from 'react'

/** After a refusal, focuses the first invalid field; without one, the button of the notice, or the submit button. */
export function useFocusOnFault() {
  const element = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState(0)
  // Before the next key: it would go to what has the focus now.
  useLayoutEffect(() => {
    if (faults === 0) return
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // The notice is above its form, so its button comes first.
    const target = first ?? element.current?.querySelector<HTMLElement>('[data-goes-on], button[type="submit"]')
    target?.focus()
  }, [faults])
  const [focusFault] = useState(() => () => setFaults((count) => count + 1))
  return { element, focusFault }
}
