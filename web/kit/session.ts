import { useSyncExternalStore } from 'react'
import type { ModuleKey } from '#contract/access.ts'
import { profile } from '#contract/session.ts'
import { onSessionChange, readSession, type StoredSession } from './session-store.ts'
import { useData } from './use-data.ts'

/** The stored session, following sign-in and sign-out. */
export const useSession = (): StoredSession | null => useSyncExternalStore(onSessionChange, readSession)

/** The signed-in admin's profile with his grants and wallet. */
export const useProfile = () => useData(profile.show, {})

/** `can(module)`: whether the signed-in admin holds it. False until the profile is here, so nothing flashes that goes away. */
export const useCan = (): ((module: ModuleKey) => boolean) => {
  const { data } = useProfile()
  return (module) => data !== undefined && (data.role === 'super' || data.modules.includes(module))
}
