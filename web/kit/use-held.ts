import { useRef } from 'react'

/** The value as it was last before `isHeld`, for as long as that is so: what a form was sent from, not what has become of it since. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const held = useRef(value)
  if (!isHeld) held.current = value
  return held.current
}
