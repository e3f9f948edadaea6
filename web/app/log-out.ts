import { sessions } from '#contract/sessions.ts'
import { call } from '../kit/calls/api.ts'
import { clearSession } from '../kit/calls/session-store.ts'
import { confirmLeaving } from '../kit/dialogs/confirm.tsx'
import { forgetTyped, hasNotes } from '../kit/forms/drafts.ts'

/** Signs out without waiting for the server, which ends the session once the call arrives. Unsaved input asks first. */
export async function logOut(): Promise<void> {
  if (isUnsaved() && !(await confirmLeaving())) return
  void call(sessions.logout, {}).catch(() => undefined)
  clearSession()
  forgetTyped()
}

/** Notes in progress, or a form on screen that blocks `beforeunload`. */
const isUnsaved = () => hasNotes() || !dispatchEvent(new Event('beforeunload', { cancelable: true }))
