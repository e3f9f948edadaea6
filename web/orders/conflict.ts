import { z } from 'zod'
import { OrderRow } from '#contract/orders.ts'
import type { ApiError } from '../kit/calls/api.ts'

/** What a 409 tells of the order as it is by now. */
export interface Conflict {
  readonly order: OrderRow | undefined
  /** Who holds it, where that was the reason; a super admin may act all the same. */
  readonly heldBy: string | undefined
  readonly heldUntil: string | undefined
}

const Data = z.object({
  order: OrderRow.optional().catch(undefined),
  held_by: z.string().optional().catch(undefined),
  held_until: z.string().optional().catch(undefined),
})

/** Reads a refusal because the order's state has moved on; undefined for any other error. */
export function conflictOf(error: ApiError | null): Conflict | undefined {
  if (error?.status !== 409) return undefined
  const data = Data.safeParse(error.data ?? {})
  if (!data.success) return { order: undefined, heldBy: undefined, heldUntil: undefined }
  return { order: data.data.order, heldBy: data.data.held_by, heldUntil: data.data.held_until }
}
