import { useEffect, useSyncExternalStore } from 'react'
import { createSignal } from '../ui/signal.ts'
import { type Draft, drafts } from './drafts.ts'

const { subscribe, notify } = createSignal()

function saveDraft(key: string, draft: Draft | undefined): void {
  if (draft) drafts.set(key, draft)
  else drafts.delete(key)
  notify()
}

type Sending = <R>(reply: Promise<R | undefined>) => Promise<R | undefined>

/** As the server stores a text (`text` of contract/list.ts). */
export const normalizeText = (typed: string): string => typed.trim().normalize('NFC')

/** An unsent text that is still there when its form is opened again. `sent` is the field's value without it. Pass `sending`
 * the promise of the call that sends it: after a success, only what was typed since is kept. `hasMoved`: another admin has
 * changed the field since typing began. */
export function useDraft(
  key: string,
  sent: string,
): [text: string, change: (text: string) => void, sending: Sending, hasMoved: boolean] {
  const stored = useSyncExternalStore(subscribe, () => drafts.get(key))
  // Sent, or typed back: from here on the field follows other admins' changes.
  const isSent =
    stored !== undefined && (stored.text === sent || (stored.text === stored.inDoubt && normalizeText(stored.text) === sent))
  useEffect(() => {
    if (isSent) saveDraft(key, undefined)
  }, [key, isSent])
  const draft = isSent ? undefined : stored
  const change = (text: string) => saveDraft(key, text === sent ? undefined : { begunFrom: [sent], ...draft, text })
  const sending: Sending = async (answer) => {
    if (!draft) return answer
    const { text, begunFrom } = draft
    // The server trims and normalizes the text; a form that shows it so must not take it for another admin's.
    const sentText = normalizeText(text)
    saveDraft(key, { text, begunFrom: [...begunFrom, sentText], inDoubt: text })
    const reply = await answer
    const clearSent = () => {
      const now = drafts.get(key)
      if (now) saveDraft(key, now.text === text ? undefined : { text: now.text, begunFrom: [sentText] })
    }
    // After the refetch has rendered: the field must not flash its old value.
    if (reply !== undefined) setTimeout(clearSent)
    return reply
  }
  return [draft?.text ?? sent, change, sending, draft !== undefined && !draft.begunFrom.includes(sent)]
}
