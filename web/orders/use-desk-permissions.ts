import type { ModuleKey } from '#contract/access.ts'
import { useCan, useProfile, useSession } from '../calls/session.ts'

/** What the admin may do at the desk. Until the profile has loaded it uses the stored role, and assumes that they may work on
 * orders: columns that appear later would push away what is being read. The server enforces permissions. */
export function useDeskPermissions(): (module: ModuleKey) => boolean {
  const can = useCan()
  const isKnown = useProfile().data !== undefined
  const isSuper = useSession()?.user.role === 'super'
  return (module) => (isKnown ? can(module) : isSuper || module === 'orders_work')
}
