import { useRef } from 'react'
import { isAnswered } from '../calls/send-keyed.ts'
import type { RecordForm } from './use-record-form.ts'

/** Freezes a form's value while it is sent, once saved, and after a lost reply: another click sends the same again. */
export function useFrozenValue<T>(value: T, { isRunning, isSaved, error }: RecordForm): T {
  const frozen = useRef(value)
  const isSent = isRunning || isSaved || (error !== null && !isAnswered(error))
  if (!isSent) frozen.current = value
  return frozen.current
}
