import { session } from '#contract/session.ts'
import { call } from '../kit/api.ts'
import { clearSession } from '../kit/session-store.ts'

/** Leaving never waits for the server; its row ends as soon as the call arrives. */
export function logOut(): void {
  void call(session.logout, {}).catch(() => undefined)
  clearSession()
}
