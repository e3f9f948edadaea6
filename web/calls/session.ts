import { useSyncExternalStore } from 'react'
import type { Access, ModuleKey } from '#contract/access.ts'
import { may, type Right } from '#contract/roles.ts'
import { profile } from '#contract/sessions.ts'
import { onSessionChange, readSession, type StoredSession, type StoredUser } from './session-store.ts'
import { useData } from './use-data.ts'

export const useSession = (): StoredSession | null => useSyncExternalStore(onSessionChange, readSession)

/** The signed-in admin's profile with permissions and wallet. */
export const useProfile = () => useData(profile.show, {})

/** Whether the admin sees only the orders of granted packages. */
export const useIsScoped = () => Array.isArray(useProfile().data?.topup_package_ids)

/** The admin's current role; until the profile has loaded, the role at sign-in. */
export function useRole(): StoredUser['role'] | undefined {
  const { data } = useProfile()
  const session = useSession()
  return data?.role ?? session?.user.role
}

/** Whether the admin's role has a right. */
export function useMay(right: Right): boolean {
  return may({ role: useRole() }, right)
}

/** Whether the admin may make such a call; undefined until the profile has loaded. If that fails, the server decides. */
export function useHasAccess(access: Access): boolean | undefined {
  const { data, isPending } = useProfile()
  if (!data) return isPending ? undefined : true
  if (access === 'super') return may(data, 'run_the_shop')
  return may(data, 'hold_all_modules') || access === 'signed-in' || data.modules.includes(access)
}

/**
 * `can(module)`: whether the admin holds it. A super admin holds all; for others it is false until the profile has loaded, so that
 * nothing appears only to vanish.
 */
export const useCan = (): ((module: ModuleKey) => boolean) => {
  const { data } = useProfile()
  const isSuper = useMay('hold_all_modules')
  return (module) => isSuper || data?.modules.includes(module) === true
}
