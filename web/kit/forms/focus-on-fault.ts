import { useEffect, useRef, useState } from 'react'

/** After a refusal the first field with a fault takes the focus; without one, the notice's way on, or the button that was pressed. */
export function useFocusOnFault() {
  const element = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState(0)
  useEffect(() => {
    if (faults === 0) return
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // A notice stands above the form that it is about, and so comes first.
    const target = first ?? element.current?.querySelector<HTMLElement>('[data-goes-on], button[type="submit"]')
    target?.focus()
  }, [faults])
  const [focusFault] = useState(() => () => setFaults((count) => count + 1))
  return { element, focusFault }
}
