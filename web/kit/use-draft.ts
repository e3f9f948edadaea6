import { useState } from 'react'
import { onSessionChange } from './session-store.ts'

const drafts = new Map<string, string>()
onSessionChange(() => drafts.clear())

/**
 * Text that somebody has begun and not sent yet: whoever closes its form, or goes on to another row, finds it there again. `sent` is
 * what the field holds without it.
 */
export function useDraft(key: string, sent: string): [text: string, change: (text: string) => void, forget: () => void] {
  const [text, setText] = useState(() => drafts.get(key) ?? sent)
  const change = (next: string) => {
    if (next === sent) drafts.delete(key)
    else drafts.set(key, next)
    setText(next)
  }
  return [text, change, () => drafts.delete(key)]
}
