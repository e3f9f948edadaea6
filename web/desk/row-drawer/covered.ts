import { type RefObject, useLayoutEffect } from 'react'
import beside from './beside.module.css'

const LIST = `.${beside.list}`
const FRAME = 'a[href="#content"], a[href="#content"] + header, nav[data-foot]'

/** Below this width the drawer covers the list, so the focus must not stay behind it. */
export const BESIDE = '(min-width: 62em)'
/** Here it covers the header too. */
const PHONE = '(max-width: 47.99em)'

const setInert = (selector: string, isInert: boolean) => {
  for (const part of document.querySelectorAll<HTMLElement>(selector)) part.inert = isInert
}

/** Makes everything below a drawer usable and focusable again; nothing else on such screens is inert. */
export const uncover = (): void => setInert('[inert]', false)

/** While the drawer is mounted, what it covers is inert, at any window width. A click on a visible part of the list closes it. */
export function useCovered(drawer: RefObject<HTMLElement | null>, close: () => void): void {
  useLayoutEffect(() => {
    const widths = [BESIDE, PHONE].map((width) => matchMedia(width))
    const cover = () => {
      setInert(LIST, !matchMedia(BESIDE).matches)
      setInert(FRAME, matchMedia(PHONE).matches)
      if (document.activeElement?.closest('[inert]')) drawer.current?.focus({ preventScroll: true })
    }
    // Inert elements receive no clicks: their container does. A text selection may end there too.
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
