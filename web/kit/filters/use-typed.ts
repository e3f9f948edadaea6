import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

const forgets = new Set<(when: 'pressed' | 'clicked') => void>()

const forgetTyped = (when: 'pressed' | 'clicked') => {
  for (const forget of forgets) forget(when)
}

/** What a button does that clears all filters: what is typed into them and not applied yet goes too. */
export const clearing = (onClear: () => void) => ({
  // A day is applied when its box is left, which is now: one chip more would push the button away from under the pointer.
  onPointerDown: () => forgetTyped('pressed'),
  onClick: () => {
    forgetTyped('clicked')
    onClear()
  },
})

/**
 * What is typed into a filter, which stays until the address says something else than what was applied from here. Half a day in `box`
 * is no value, so that React alone would not see that there is something to take back.
 */
export function useTyped(text: string, box?: RefObject<HTMLInputElement | null>) {
  const [typed, setTyped] = useState(text)
  const [applied, setApplied] = useState(text)
  const [shown, setShown] = useState(text)
  // Changed from outside (Back, a removed chip), not by what was typed here.
  if (shown !== text) {
    setShown(text)
    if (text !== applied) setTyped(text)
    setApplied(text)
  }
  const forget = useEffectEvent((when: 'pressed' | 'clicked') => {
    // Nor may a fault below a field go away, and what stands under it move, before the click.
    if (when === 'pressed' && !box) return
    setTyped(applied)
    if (box?.current) box.current.value = applied
  })
  useEffect(() => {
    const own: typeof forgetTyped = (when) => forget(when)
    forgets.add(own)
    return () => void forgets.delete(own)
  }, [])
  return { typed, setTyped, applied, setApplied }
}
