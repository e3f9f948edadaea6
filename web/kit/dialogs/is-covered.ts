import { useSearch } from '@tanstack/react-router'
import { useIsAsking } from './confirm.tsx'
import type { DrawerAddress } from './drawers.ts'

/** Whether a customer, a statement or a question lies over a screen's own drawer: Escape is theirs then. */
export function useIsCovered(): boolean {
  const { customer, statement } = useSearch({ strict: false }) as DrawerAddress
  return useIsAsking() || customer !== undefined || statement !== undefined
}
