import { useLocation, useSearch } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { type DrawerAddress, useDrawers } from '../ui/dialogs/drawers.ts'
import { focusFirst } from '../ui/focus/lost-focus.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { recordOpened } from './recent.ts'

const CustomerDrawer = lazyComponent(
  () => import('../users/CustomerDrawer.tsx'),
  (code) => code.CustomerDrawer,
)
const StatementDrawer = lazyComponent(
  () => import('../statements/StatementDrawer.tsx'),
  (code) => code.StatementDrawer,
)

/** Drawers that any screen can open by URL: `?customer=12`, `?customer=12&statement=wallet`, `?statement=admin:3`. */
export function Drawers() {
  const search = useSearch({ strict: false }) as DrawerAddress
  const { close } = useDrawers()
  const { pathname } = useLocation()
  useEffect(() => recordOpened(pathname, search as Record<string, unknown>), [pathname, search])
  const customer = /^\d{1,15}$/.test(String(search.customer ?? '')) ? Number(search.customer) : undefined
  // With a customer, `statement` names one of that customer's statements.
  const statement = customer === undefined ? search.statement : undefined
  const isOpen = customer !== undefined || statement !== undefined
  useFocusReturned(isOpen, customer)
  useDrawerEscape(isOpen)
  return (
    <>
      {customer !== undefined && <CustomerDrawer key={customer} id={customer} onClose={close} />}
      {statement !== undefined && <StatementDrawer key={statement} address={statement} onClose={close} />}
    </>
  )
}

/** Drawers of the screen itself, over which these open. */
const LOWER_DRAWERS = '[role="dialog"][aria-modal="true"], [data-beside]'

/** Escape closes only the topmost drawer. Captures the key before the others and marks it as used. */
function useDrawerEscape(isOpen: boolean): void {
  const latest = useRef(isOpen)
  latest.current = isOpen
  useEffect(() => {
    const use = (event: KeyboardEvent) => {
      if (latest.current && event.key === 'Escape') event.preventDefault()
    }
    addEventListener('keydown', use, { capture: true })
    return () => removeEventListener('keydown', use, { capture: true })
  }, [])
}

/** Returns the focus to the opener when a drawer closes. If the opener is gone, or the drawer was opened by Back, the focus
 * goes to the drawer below, else to the customer's link in the list, else to the title. */
function useFocusReturned(isOpen: boolean, customer: number | undefined): void {
  const last = useRef(customer)
  last.current = customer ?? last.current
  useLayoutEffect(() => {
    if (!isOpen) return
    // The title has the focus where nothing on the screen opened it, such as in the palette.
    const from = document.querySelector(':focus:not(h1)')
    return () =>
      void setTimeout(() => {
        const below = [...document.querySelectorAll<HTMLElement>(LOWER_DRAWERS)].at(-1)
        const link = document.querySelector<HTMLElement>(`tr a[href="?customer=${last.current}"]`)
        focusFirst([from, below, link])
      })
  }, [isOpen])
}
