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

/** As the server keeps a text (`text` of contract/list.ts). */
export const asKept = (typed: string): string => typed.trim().normalize('NFC')

/**
 * Text that somebody has begun and not sent yet: whoever closes its form, or goes on to another row, finds it there again. `sent` is
 * what the field holds without it. `sending` is given the answer to what sends it: after a success only what was typed since is left.
 * `hasMoved`: a colleague has made something else of the field since the text was begun.
 */
export function useDraft(
  key: string,
  sent: string,
): [text: string, change: (text: string) => void, sending: Sending, hasMoved: boolean] {
  const kept = useSyncExternalStore(subscribe, () => drafts.get(key))
  // Sent, or typed back: from here on the field follows what colleagues make of it.
  const isSent = kept !== undefined && (kept.text === sent || (kept.text === kept.inDoubt && asKept(kept.text) === sent))
  useEffect(() => {
    if (isSent) keep(key, undefined)
  }, [key, isSent])
  const draft = isSent ? undefined : kept
  const change = (text: string) => keep(key, text === sent ? undefined : { begunFrom: [sent], ...draft, text })
  const sending: Sending = async (answer) => {
    if (!draft) return answer
    const { text, begunFrom } = draft
    // The server keeps no blanks around it, and letters in one spelling. Whichever form shows it by then, this is no colleague's.
    const held = asKept(text)
    keep(key, { text, begunFrom: [...begunFrom, held], inDoubt: text })
    const reply = await answer
    const settle = () => {
      const now = drafts.get(key)
      if (now) keep(key, now.text === text ? undefined : { text: now.text, begunFrom: [held] })
    }
    // What was read again is on screen first: the field must not show for a moment what was there before.
    if (reply !== undefined) setTimeout(settle)
    return reply
  }
  return [draft?.text ?? sent, change, sending, draft !== undefined && !draft.begunFrom.includes(sent)]
}
