import { useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { listAddress, withoutDefaults } from '../../lists/use-list.ts'
import { type DrawerAddress, useDrawers } from '../../ui/dialogs/drawers.ts'

const pageAddress = z.object(listAddress(['at'])).pick({ page: true, limit: true })
type Shown = z.output<typeof pageAddress>

/** The statement's page and page size in the URL; another size resets to page 1. */
export function useStatementPage(): [Shown, (change: Partial<Shown>) => void] {
  const { statement_page, statement_limit } = useSearch({ strict: false }) as DrawerAddress
  const { change } = useDrawers()
  const shown = pageAddress.parse({ page: statement_page, limit: statement_limit })
  return [
    shown,
    ({ page = 1, limit = shown.limit }) => {
      const patch = withoutDefaults(pageAddress, { page, limit })
      change({ statement_page: patch.page, statement_limit: patch.limit })
    },
  ]
}
