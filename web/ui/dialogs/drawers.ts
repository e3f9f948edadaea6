import { useNavigate } from '@tanstack/react-router'

export interface DrawerAddress {
  readonly customer?: string | number | undefined
  /** 'admin:3'; together with a customer, one of theirs: 'earn_wallet'. */
  readonly statement?: string | undefined
  readonly statement_page?: string | number | undefined
  readonly statement_limit?: string | number | undefined
}

const PARTS: readonly string[] = ['customer', 'statement', 'statement_page', 'statement_limit'] satisfies (keyof DrawerAddress)[]

type Search = Record<string, unknown>

export const withoutDrawers = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !PARTS.includes(name)))

/** Drawers in the URL: the list below stays, Back closes them, and returning by Back finds them open. */
export function useDrawers() {
  const navigate = useNavigate()
  const go = (search: (before: Search) => Search, replace: boolean) =>
    void navigate({ to: '.', search: search as never, replace, resetScroll: false })
  return {
    open: (drawer: DrawerAddress) => go((before) => ({ ...withoutDrawers(before), ...drawer }), false),
    change: (patch: DrawerAddress) => go((before) => ({ ...before, ...patch }), true),
    close: () => go(withoutDrawers, true),
  }
}
