import type { ModuleKey } from '#contract/access.ts'
import { useCan, useProfile, useSession } from '../kit/calls/session.ts'

/**
 * What one may do at the desk. Until the profile is here it goes by the stored role, and takes it that who opens the desk works on
 * orders: columns and buttons that came a moment later would push away what is being read. The server refuses what may not be.
 */
export function useMayAtDesk(): (module: ModuleKey) => boolean {
  const can = useCan()
  const isKnown = useProfile().data !== undefined
  const isSuper = useSession()?.user.role === 'super'
  return (module) => (isKnown ? can(module) : isSuper || module === 'orders_work')
}
