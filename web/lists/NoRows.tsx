import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Empty } from '../ui/Empty.tsx'
import { useT } from '../ui/text/i18n.ts'
import type { ListParts } from './declare-list.ts'
import { StoreStep } from './StoreStep.tsx'
import type { ListSearch } from './use-list.ts'

interface NoRowsProps extends ListSearch {
  readonly declared: ListParts
  readonly first?: ReactNode
}

/** Why a list has no rows, and what to do about it. */
export function NoRows({ declared, search, change, first }: NoRowsProps) {
  const t = useT()
  const isFiltered = declared.isFiltered(search)
  return (
    <>
      <Empty
        filtered={isFiltered}
        onClear={() => change(declared.cleared(search))}
        first={declared.isFilledByStore ? <StoreStep /> : first}
      />
      {declared.tabs && isFiltered && search.status !== 'all' && (
        <Button variant="subtle" onClick={() => change({ status: 'all' })}>
          {t('Search all orders')}
        </Button>
      )}
    </>
  )
}
