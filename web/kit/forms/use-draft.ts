import { useEffect, useSyncExternalStore } from 'react'
import { createSignal } from '../signal.ts'
import { type Draft, drafts } from './drafts.ts'

const { subscribe, tell } = createSignal()

function keep(key: string, draft: Draft | undefined): void {
  if (draft) drafts.set(key, draft)
  else drafts.delete(key)
  tell()
}

type Sending = <R>(answer: Promise<R | undefined>) => Promise<R | undefined>

/** As the server stores a text (`text` of contract/list.ts). */
export const asKept = (typed: string): string => typed.trim().normalize('NFC')

/**
 * An unsent text that is still there when its form is opened again. `sent` is the field's value without it. Pass `sending` the
 * promise of the call that sends it: after a success, only what was typed since is kept. `hasMoved`: another admin has changed
 * the field since typing began.
 */
export function useDraft(
  key: string,
  sent: string,
): [text: string, change: (text: string) => void, sending: Sending, hasMoved: boolean] {
  const kept = useSyncExternalStore(subscribe, () => drafts.get(key))
  // Sent, or typed back: from here on the field follows other admins' changes.
  const isSent = kept !== undefined && (kept.text === sent || (kept.text === kept.inDoubt && asKept(kept.text) === sent))
  useEffect(() => {
    if (isSent) keep(key, undefined)
  }, [key, isSent])
  const draft = isSent ? undefined : kept
  const change = (text: string) => keep(key, text === sent ? undefined : { begunFrom: [sent], ...draft, text })
  const sending: Sending = async (answer) => {
    if (!draft) return answer
    const { text, begunFrom } = draft
    // The server trims and normalizes the text; a form that shows it so must not take it for another admin's.
    const held = asKept(text)
    keep(key, { text, begunFrom: [...begunFrom, held], inDoubt: text })
    const reply = await answer
    const settle = () => {
      const now = drafts.get(key)
      if (now) keep(key, now.text === text ? undefined : { text: now.text, begunFrom: [held] })
    }
    // After the refetch has rendered: the field must not flash its old value.
    if (reply !== undefined) setTimeout(settle)
    return reply
  }
  return [draft?.text ?? sent, change, sending, draft !== undefined && !draft.begunFrom.includes(sent)]
}
