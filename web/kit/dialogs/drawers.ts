import { useNavigate } from '@tanstack/react-router'

/** What any screen can open over itself, as its address says it. */
export interface DrawerAddress {
  readonly customer?: string | number | undefined
  /** Whose statement: 'admin:3'. With a customer, which of his: 'earn_wallet'. */
  readonly statement?: string | undefined
  readonly statement_page?: string | number | undefined
  readonly statement_limit?: string | number | undefined
}

const PARTS: readonly string[] = ['customer', 'statement', 'statement_page', 'statement_limit'] satisfies (keyof DrawerAddress)[]

type Search = Record<string, unknown>

/** An address without the drawers that are open over it. */
export const withoutDrawers = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !PARTS.includes(name)))

/** Drawers by the address: what the list below shows stays, Back closes them, and Back from elsewhere finds them as they were. */
export function useDrawers() {
  const navigate = useNavigate()
  const go = (search: (before: Search) => Search, replace: boolean) =>
    void navigate({ to: '.', search: search as never, replace, resetScroll: false })
  return {
    /** Opens one, instead of any other. */
    open: (drawer: DrawerAddress) => go((before) => ({ ...withoutDrawers(before), ...drawer }), false),
    /** Shows something else in the one that is open. */
    change: (patch: DrawerAddress) => go((before) => ({ ...before, ...patch }), true),
    close: () => go(withoutDrawers, true),
  }
}
