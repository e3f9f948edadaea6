import { type RefObject, useLayoutEffect } from 'react'
import beside from './beside.module.css'
import { uncover } from './uncover.ts'

const LIST = `.${beside.list}`
/** The frame's header with the link before it. */
const FRAME = 'a[href="#content"], a[href="#content"] + header'

/** Below this width the drawer covers the list, so the focus must not stay behind it. */
export const BESIDE = '(min-width: 62em)'
/** Where it covers the header too. */
const PHONE = '(max-width: 47.99em)'

/** Puts what a selector finds out of reach of Tab and of a screen reader, or back within it. */
const setInert = (selector: string, isInert: boolean) => {
  for (const part of document.querySelectorAll<HTMLElement>(selector)) part.inert = isInert
}

/**
 * As long as the drawer is there, what it covers cannot be reached; as wide as the window is by now. A click on what is still to be seen
 * of the list closes it.
 */
export function useCovered(drawer: RefObject<HTMLElement | null>, close: () => void): void {
  useLayoutEffect(() => {
    const widths = [BESIDE, PHONE].map((width) => matchMedia(width))
    const cover = () => {
      setInert(LIST, !matchMedia(BESIDE).matches)
      setInert(FRAME, matchMedia(PHONE).matches)
      if (document.activeElement?.closest('[inert]')) drawer.current?.focus({ preventScroll: true })
    }
    // What is inert hears no click: it goes to what is around it. Marked text ends there too.
    const leave = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.querySelector(`${LIST}[inert]`) && String(getSelection()) === '') close()
    }
    cover()
    for (const width of widths) width.addEventListener('change', cover)
    document.addEventListener('click', leave)
    return () => {
      for (const width of widths) width.removeEventListener('change', cover)
      document.removeEventListener('click', leave)
      uncover()
    }
  }, [drawer, close])
}
