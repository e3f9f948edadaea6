import { useRef } from 'react'
import { isAnswered } from '../calls/use-command.ts'
import type { RecordForm } from './use-record-form.ts'

/**
 * What a form was sent from, not what has become of it since: while it is under way, once it is saved, and where no answer came, as a
 * further click sends the same again.
 */
export function useHeld<T>(value: T, { isRunning, isSaved, error }: RecordForm): T {
  const held = useRef(value)
  const isSent = isRunning || isSaved || (error !== null && !isAnswered(error))
  if (!isSent) held.current = value
  return held.current
}
