import { sessions } from '#contract/sessions.ts'
import { call } from '../calls/api.ts'
import { clearSession } from '../calls/session-store.ts'
import { forgetTyped, hasNotes } from '../forms/drafts.ts'
import { confirmLeaving } from '../ui/dialogs/confirm.ts'

/** Signs out without waiting for the server, which ends the session once the call arrives. Unsaved input asks first. */
export async function logOut(): Promise<void> {
  if (isUnsaved() && !(await confirmLeaving())) return
  void call(sessions.logout, {}).catch(() => undefined)
  clearSession()
  forgetTyped()
}

/** Notes in progress, or a form on screen that blocks `beforeunload`. */
const isUnsaved = () => hasNotes() || !dispatchEvent(new Event('beforeunload', { cancelable: true }))
