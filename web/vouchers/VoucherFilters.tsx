import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ListParts } from '../lists/declare-list.ts'
import { FilterField } from '../lists/filters/FilterFields.tsx'
import type { ListSearch } from '../lists/use-list.ts'
import { useT } from '../ui/text/i18n.ts'
import classes from './vouchers.module.css'

/** The filters in one line; on a phone below a button. */
export function VoucherFilters({ declared, search, change }: ListSearch & { readonly declared: ListParts }) {
  const t = useT()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className={classes.toggle}>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t('Filters')}
        </Button>
      </div>
      <search id={id} className={classes.filters} data-open={isOpen || undefined} aria-label={t('Filters')}>
        {Object.keys(declared.filters).map((name) => (
          <div key={name} data-filter={name}>
            <FilterField name={name} declared={declared} search={search} change={change} />
          </div>
        ))}
      </search>
    </>
  )
}
