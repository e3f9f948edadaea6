import { useSearch } from '@tanstack/react-router'
import { useIsConfirming } from './confirm.ts'
import type { DrawerAddress } from './drawers.ts'

/** Whether a customer, statement or confirmation covers the screen's own drawer and handles Escape. */
export function useIsCovered(): boolean {
  const { customer, statement } = useSearch({ strict: false }) as DrawerAddress
  return useIsConfirming() || customer !== undefined || statement !== undefined
}
