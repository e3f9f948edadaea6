import type { ModuleKey } from '#contract/access.ts'
import { useCan, useProfile } from '../calls/session.ts'

/** What the admin may do at the desk. Until the profile has loaded it uses the stored role, and assumes that they may work on
 * orders: columns that appear later would push away what is being read. The server enforces permissions. */
export function useDeskPermissions(): (module: ModuleKey) => boolean {
  const can = useCan()
  const isKnown = useProfile().data !== undefined
  return (module) => can(module) || (!isKnown && module === 'orders_work')
}
