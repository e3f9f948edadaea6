import { useState } from 'react'

/** What is typed into a filter, which stays until the address says something else than what was applied from here. */
export function useTyped(text: string) {
  const [typed, setTyped] = useState(text)
  const [applied, setApplied] = useState(text)
  const [shown, setShown] = useState(text)
  // Changed from outside (Back, a removed chip), not by what was typed here.
  if (shown !== text) {
    setShown(text)
    if (text !== applied) setTyped(text)
    setApplied(text)
  }
  return { typed, setTyped, applied, setApplied }
}
