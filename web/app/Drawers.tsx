import { useSearch } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { type DrawerAddress, useDrawers } from '../kit/dialogs/drawers.ts'
import { lazyComponent } from '../kit/lazy-component.tsx'

const CustomerDrawer = lazyComponent(
  () => import('../users/CustomerDrawer.tsx'),
  (code) => code.CustomerDrawer,
)
const StatementDrawer = lazyComponent(
  () => import('../statements/StatementDrawer.tsx'),
  (code) => code.StatementDrawer,
)

/** What any screen can open over itself by its address: `?customer=12`, `?customer=12&statement=wallet`, `?statement=admin:3`. */
export function Drawers() {
  const search = useSearch({ strict: false }) as DrawerAddress
  const { close } = useDrawers()
  const customer = /^\d{1,15}$/.test(String(search.customer ?? '')) ? Number(search.customer) : undefined
  // With a customer it says which of his.
  const statement = customer === undefined ? search.statement : undefined
  const isOpen = customer !== undefined || statement !== undefined
  useFocusReturned(isOpen, customer)
  useOwnEscape(isOpen)
  return (
    <>
      {customer !== undefined && <CustomerDrawer key={customer} id={customer} onClose={close} />}
      {statement !== undefined && <StatementDrawer key={statement} address={statement} onClose={close} />}
    </>
  )
}

/** A screen's own drawer, over which these open. */
const BELOW = '[role="dialog"][aria-modal="true"], [data-beside]'

/** Escape closes the uppermost only: for whatever lies below it has been used. Heard before any drawer hears it. */
function useOwnEscape(isOpen: boolean): void {
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

/**
 * What opened a drawer gets the focus back when it closes; where that is gone, or one came to it by Back, the drawer below, else the
 * customer's link in the list, else the title.
 */
function useFocusReturned(isOpen: boolean, customer: number | undefined): void {
  const last = useRef(customer)
  last.current = customer ?? last.current
  useLayoutEffect(() => {
    if (!isOpen) return
    const from = document.activeElement
    return () =>
      void setTimeout(() => {
        if (from instanceof HTMLElement) from.focus()
        if (document.activeElement !== document.body) return
        const below = [...document.querySelectorAll<HTMLElement>(BELOW)].at(-1)
        const link = document.querySelector<HTMLElement>(`tr a[href="?customer=${last.current}"]`)
        ;(below ?? link ?? document.querySelector<HTMLElement>('h1'))?.focus()
      })
  }, [isOpen])
}
