import { useState } from 'react'
import { onSessionChange } from './session-store.ts'

const drafts = new Map<string, string>()
onSessionChange(() => drafts.clear())

/**
 * Text that somebody has begun and not sent yet: whoever closes its form, or goes on to another row, finds it there again. `sent` is
 * what the field holds without it.
 */
export function useDraft(key: string, sent: string): [text: string, change: (text: string) => void, forget: () => void] {
  const [typed, setTyped] = useState(() => drafts.get(key))
  // Sent, or typed back: from here on the field follows what colleagues make of it.
  if (typed === sent) setTyped(undefined)
  const change = (next: string) => {
    if (next === sent) drafts.delete(key)
    else drafts.set(key, next)
    setTyped(next)
  }
  return [typed ?? sent, change, () => drafts.delete(key)]
}
