import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { MAX_VOUCHER_CODE, VOUCHER_LABELS } from '#contract/limits.ts'
import { Id } from '#contract/list.ts'
import { chipsOf, FilterChips } from '../lists/filters/FilterChips.tsx'
import { FilterInput } from '../lists/filters/FilterInput.tsx'
import { FilterSelect } from '../lists/filters/FilterSelect.tsx'
import type { ListSearch } from '../lists/use-list.ts'
import { useT } from '../ui/text/i18n.ts'
import { PackageChooser, packageName, usePackages } from './PackageChooser.tsx'
import { statusWord } from './VoucherBadge.tsx'
import classes from './vouchers.module.css'
import { NO_FILTERS, type VoucherSearch, WholeCode } from './vouchers.ts'

export function VoucherFilters({ search, change }: ListSearch<VoucherSearch>) {
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
        <FilterInput label="User ID" value={search.user} schema={Id} inputMode="numeric" onChange={(user) => change({ user })} />
        <div className={classes.wide}>
          <PackageChooser label="Package" value={search.package} onChange={(chosen) => change({ package: chosen })} />
        </div>
        <FilterSelect
          label="Status"
          value={search.status}
          choices={VOUCHER_LABELS.map(([value, label]) => [value, t(label)] as const)}
          onChange={(status) => change({ status })}
        />
        <div className={classes.wide}>
          <FilterInput
            label="Full voucher code"
            value={search.voucher}
            schema={WholeCode}
            maxLength={MAX_VOUCHER_CODE}
            onChange={(voucher) => change({ voucher })}
          />
        </div>
      </search>
    </>
  )
}

const LABELS = { user: 'User ID', package: 'Package', status: 'Status', voucher: 'Voucher Code' } as const

export function VoucherChips({ search, change }: ListSearch<VoucherSearch>) {
  const t = useT()
  const packages = usePackages()
  const found = packages?.find(({ id }) => id === search.package)
  const chips = chipsOf({ search, change }, LABELS, {
    package: found && packageName(found),
    status: search.status === undefined ? undefined : statusWord(search.status, t),
  })
  return <FilterChips chips={chips} onClear={() => change(NO_FILTERS)} />
}
