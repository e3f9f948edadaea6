import { useSyncExternalStore } from 'react'
import type { Access, ModuleKey } from '#contract/access.ts'
import { profile } from '#contract/sessions.ts'
import { onSessionChange, readSession, type StoredSession, type StoredUser } from './session-store.ts'
import { useData } from './use-data.ts'

/** The stored session, following sign-in and sign-out. */
export const useSession = (): StoredSession | null => useSyncExternalStore(onSessionChange, readSession)

/** The signed-in admin's profile with his grants and wallet. */
export const useProfile = () => useData(profile.show, {})

/** Whether one sees the orders of granted packages alone. */
export const useIsScoped = () => Array.isArray(useProfile().data?.topup_package_ids)

/** What the signed-in admin is by now; until his profile is here, what he was at sign-in. */
export function useRole(): StoredUser['role'] | undefined {
  const { data } = useProfile()
  const session = useSession()
  return data?.role ?? session?.user.role
}

/** Whether the signed-in admin may make a call of this access; undefined until the profile says so. Without a profile the server decides. */
export function useMay(access: Access): boolean | undefined {
  const { data, isPending } = useProfile()
  if (!data) return isPending ? undefined : true
  if (access === 'super' || data.role === 'super') return data.role === 'super'
  return access === 'signed-in' || data.modules.includes(access)
}

/** `can(module)`: whether the signed-in admin holds it. False until the profile is here, so nothing flashes that goes away. */
export const useCan = (): ((module: ModuleKey) => boolean) => {
  const { data } = useProfile()
  return (module) => data !== undefined && (data.role === 'super' || data.modules.includes(module))
}
