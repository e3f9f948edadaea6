import { useEffect, useEffectEvent, useState } from 'react'

const resets = new Set<(when: 'pressed' | 'clicked') => void>()

const forgetTyped = (when: 'pressed' | 'clicked') => {
  for (const forget of resets) forget(when)
}

/** Handlers of a button that clears all filters, text not applied yet included. */
export const clearing = (onClear: () => void) => ({
  // Pressing the button blurs a date input, which would apply its date: a new chip would move the button away.
  onPointerDown: () => forgetTyped('pressed'),
  onClick: () => {
    forgetTyped('clicked')
    onClear()
  },
})

/** The text typed into a filter, kept until the URL changes to something not applied from here. */
export function useTyped(text: string, isAppliedOnBlur = false) {
  const [typed, setTyped] = useState(text)
  const [applied, setApplied] = useState(text)
  const [shown, setShown] = useState(text)
  // Changed from outside (Back, a removed chip).
  if (shown !== text) {
    setShown(text)
    if (text !== applied) setTyped(text)
    setApplied(text)
  }
  const forget = useEffectEvent((when: 'pressed' | 'clicked') => {
    // A field's error must not vanish, and shift the layout, before the click.
    if (when === 'pressed' && !isAppliedOnBlur) return
    setTyped(applied)
  })
  useEffect(() => {
    const own: typeof forgetTyped = (when) => forget(when)
    resets.add(own)
    return () => void resets.delete(own)
  }, [])
  return { typed, setTyped, applied, setApplied }
}
