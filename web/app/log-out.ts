import { sessions } from '#contract/sessions.ts'
import { call } from '../kit/calls/api.ts'
import { clearSession } from '../kit/calls/session-store.ts'
import { confirmLeaving } from '../kit/dialogs/confirm.tsx'
import { forgetTyped, hasNotes } from '../kit/forms/drafts.ts'

/** Leaving never waits for the server; its row ends as soon as the call arrives. Whoever has typed something is asked first. */
export async function logOut(): Promise<void> {
  if (isUnsaved() && !(await confirmLeaving())) return
  void call(sessions.logout, {}).catch(() => undefined)
  clearSession()
  forgetTyped()
}

/** Notes that were begun, or what a form on screen tells a browser whose tab is about to be closed. */
const isUnsaved = () => hasNotes() || !dispatchEvent(new Event('beforeunload', { cancelable: true }))
