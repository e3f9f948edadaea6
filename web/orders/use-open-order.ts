import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { desk, type OrderDetails } from '#contract/desk.ts'
import type { OrderRow } from '#contract/orders.ts'
import type { ApiError } from '../calls/api.ts'
import { type OpenRow, useOpenRow } from '../desk/row-drawer/use-open-row.ts'
import type { ListSearch } from '../lists/use-list.ts'
import type { OrderSearch } from './desks.tsx'
import { isOpen } from './state.ts'

export type OpenOrder = OpenRow<OrderRow>

/** Whether an order is no longer accessible: what was loaded may still be read, but not worked on. */
export const isClosed = (error: ApiError | null | undefined): boolean => error?.status === 403 || error?.status === 404

export function useOpenOrder(address: ListSearch<OrderSearch>, rows: readonly OrderRow[] | undefined): OpenOrder {
  const client = useQueryClient()
  const read = useCallback(
    (id: number) => {
      const known = client.getQueryState<OrderDetails, ApiError>([desk.details.path, { id }])
      return isClosed(known?.error) ? undefined : known?.data?.order
    },
    [client],
  )
  return useOpenRow(address, rows, { isOpen, read })
}
