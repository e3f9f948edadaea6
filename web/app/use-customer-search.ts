import { useDebouncedValue } from '@mantine/hooks'
import { IconUserCircle } from '@tabler/icons-react'
import { FILTER_DEBOUNCE_MS } from '#contract/limits.ts'
import { users } from '#contract/users.ts'
import { useCan } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { useDrawers } from '../ui/dialogs/drawers.ts'
import { nameOf } from '../ui/text/name-of.ts'
import type { Command } from './command.ts'

/** Nearly every name contains any given letter. */
const TYPED_MIN = 2
const SHOWN = 5

/** Customers by name, phone, email or id, for admins who may see customers. Each opens the customer's drawer. */
export function useCustomerSearch(typed: string): Command[] {
  const { open } = useDrawers()
  const [debounced] = useDebouncedValue(typed, FILTER_DEBOUNCE_MS)
  const enabled = useCan()('users_view') && debounced.length >= TYPED_MIN
  const found = useData(users.list, { q: debounced, limit: SHOWN }, { enabled }).data
  // Results for an earlier text would vanish as the admin reaches for them.
  if (!enabled || debounced !== typed) return []
  return (found?.data ?? []).map((customer) => ({
    id: `customer-${customer.id}`,
    text: [customer.username, nameOf(customer), customer.phone].filter(Boolean).join(' · '),
    english: '',
    icon: IconUserCircle,
    run: () => open({ customer: customer.id }),
  }))
}
