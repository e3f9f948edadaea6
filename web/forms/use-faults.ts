import { useState } from 'react'
import type { ApiError } from '../calls/api.ts'
import { fieldErrors } from '../calls/errors.ts'
import { useFocusOnFault } from '../ui/focus/lost-focus.ts'

/** Errors by field: those found here, else those of the last reply. */
export function useFaults({ error, isRunning }: { readonly error: ApiError | null; readonly isRunning: boolean }) {
  const [found, setFound] = useState<Record<string, string>>({})
  const faults: Record<string, string> = { ...(error && !isRunning ? fieldErrors(error) : {}), ...found }
  return { faults, setFound, ...useFocusOnFault() }
}
