import { useEffect, useRef, useState } from 'react'

/** After a refusal the first field with a fault takes the focus; without one, the button that was pressed. */
export function useFocusOnFault() {
  const element = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState(0)
  useEffect(() => {
    if (faults === 0) return
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = first ?? element.current?.querySelector<HTMLElement>('button[type="submit"]')
    target?.focus()
  }, [faults])
  const [focusFault] = useState(() => () => setFaults((count) => count + 1))
  return { element, focusFault }
}
