import { useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { listAddress, withoutDefaults } from '../../lists/use-list.ts'
import { type DrawerAddress, useDrawers } from '../../ui/dialogs/drawers.ts'

const pageAddress = z.object(listAddress(['at'])).pick({ page: true, limit: true })
type Shown = z.output<typeof pageAddress>

/** The statement's page and page size in the URL. */
export function useStatementPage(): [Shown, (shown: Shown) => void] {
  const { statement_page, statement_limit } = useSearch({ strict: false }) as DrawerAddress
  const { change } = useDrawers()
  return [
    pageAddress.parse({ page: statement_page, limit: statement_limit }),
    (shown) => {
      const { page, limit } = withoutDefaults(pageAddress, shown)
      change({ statement_page: page, statement_limit: limit })
    },
  ]
}
