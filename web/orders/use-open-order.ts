import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { desk, type OrderDetails } from '#contract/desk.ts'
import type { OrderRow } from '#contract/orders.ts'
import { type OpenRow, useOpenRow } from '../kit/row-drawer/use-open-row.ts'
import type { ListSearch } from '../kit/use-list.ts'
import type { OrderSearch } from './search.ts'
import { isOpen } from './state.ts'

export type OpenOrder = OpenRow<OrderRow>

/** The order that is open at the desk. */
export function useOpenOrder(address: ListSearch<OrderSearch>, rows: readonly OrderRow[] | undefined): OpenOrder {
  const client = useQueryClient()
  const read = useCallback((id: number) => client.getQueryData<OrderDetails>([desk.details.path, { id }])?.order, [client])
  return useOpenRow(address, rows, { isOpen, read })
}
