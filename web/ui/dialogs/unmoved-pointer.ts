import { type MouseEvent, useEffect, useRef } from 'react'

interface Press {
  readonly pointerId: number
  readonly clientX: number
  readonly clientY: number
  hasMoved: boolean
}

type Place = Pick<Press, 'clientX' | 'clientY'>

const SAME_PLACE_PX = 10

export const isSamePlace = (one: Place, other: Place): boolean =>
  Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) < SAME_PLACE_PX

/** The last press; the same one as long as its pointer presses without having moved. Every touch is a new pointer. */
let press: Press | undefined

addEventListener(
  'pointerdown',
  ({ pointerId, clientX, clientY }) => {
    const isAgain = press && !press.hasMoved && press.pointerId === pointerId && isSamePlace(press, { clientX, clientY })
    if (!isAgain) press = { pointerId, clientX, clientY, hasMoved: false }
  },
  { capture: true },
)

addEventListener(
  'pointermove',
  (event) => {
    if (press && !isSamePlace(press, event)) press.hasMoved = true
  },
  { capture: true, passive: true },
)

// A scroll shows that the admin has seen what is there.
addEventListener(
  'wheel',
  () => {
    if (press) press.hasMoved = true
  },
  { capture: true, passive: true },
)

/** Answers whether a click is by the pointer whose press opened this and which has not moved since: it was not meant for what has
 * appeared under it. Of touches only the second of a double tap. Clicks by keyboard have no pointer. */
export function useUnmovedPointer(opened: boolean): (click: Place & Pick<MouseEvent, 'detail'>) => boolean {
  const opener = useRef<Press>(undefined)
  useEffect(() => {
    opener.current = opened ? press : undefined
  }, [opened])
  return (click) => {
    if (click.detail === 0) return false
    const { current } = opener
    const isUnmoved =
      current !== undefined && !current.hasMoved && isSamePlace(click, current) && (current === press || click.detail > 1)
    if (!isUnmoved) opener.current = undefined
    return isUnmoved
  }
}
