import { useState } from 'react'
import type { ApiError } from '../calls/api.ts'
import { type MoneyRow, presentOf } from './row.ts'

/** The latest known state of the row: from the list or from a refusal. */
export function useLatestRow<R extends MoneyRow>(row: R, error: ApiError | null): R {
  const [seen, setSeen] = useState<{ row: R; error: ApiError | null; present: R }>({ row, error: null, present: row })
  if (row === seen.row && error === seen.error) return seen.present
  const reported = error === seen.error ? row : presentOf(error, row)
  // A refusal without the row, and the next attempt, keep what is known.
  const present = reported === row && row === seen.row ? seen.present : reported
  setSeen({ row, error, present })
  return present
}
