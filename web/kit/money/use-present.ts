import { useMemo, useState } from 'react'
import type { ApiError } from '../api.ts'
import { type MoneyRow, presentOf } from './row.ts'

/** The row as the last refusal that told it said that it is. */
export function usePresent<R extends MoneyRow>(row: R, error: ApiError | null): R {
  const [present, setPresent] = useState(row)
  const told = useMemo(() => presentOf(error, row), [error, row])
  if (told !== row && told !== present) setPresent(told)
  return present
}
