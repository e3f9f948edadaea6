import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { LineQuestion } from '../ui/dialogs/LineQuestion.tsx'
import { useT } from '../ui/text/i18n.ts'

export interface CompletionHandle<R> {
  readonly ask: (row: R) => void
}

interface CompletionProps<R> {
  readonly ref: Ref<CompletionHandle<R>>
  /** Returns once the row is completed, or that failed. */
  readonly complete: (row: R) => Promise<unknown>
  /** The note that is sent with it. */
  readonly noteFor: (row: R) => string | undefined
  /** What the question says of the row after its number. */
  readonly children: (row: R) => ReactNode
}

/** The fast path's confirmation. It holds its own state, so that asking renders neither table nor drawer. */
export function Completion<R extends { readonly id: number }>({ ref, complete, noteFor, children }: CompletionProps<R>) {
  const t = useT()
  const [row, setRow] = useState<R | null>(null)
  const running = useRef(new Set<number>())
  useImperativeHandle(ref, () => ({ ask: (next) => !running.current.has(next.id) && setRow(next) }))
  if (!row) return null
  const note = noteFor(row)
  const run = async () => {
    // Closes the question first; toast and call follow in the next frame, which a hidden tab never gets.
    await Promise.race([nextFrame(), sleep(FRAME_MS)])
    running.current.add(row.id)
    await complete(row)
    running.current.delete(row.id)
  }
  const answer = (isYes: boolean) => {
    setRow(null)
    if (isYes) void run()
  }
  return (
    <LineQuestion yes="Complete" onAnswer={answer}>
      {t('Complete order {{id}}?', { id: row.id })} {children(row)}
      {note && <small>{t('With your note “{{note}}”', { note })}</small>}
    </LineQuestion>
  )
}

/** A frame takes as long as this on a slow computer. */
const FRAME_MS = 100
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
