import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { MAX_VOUCHER_CODE, VOUCHER_LABELS } from '#contract/limits.ts'
import { Id } from '#contract/list.ts'
import { type Chip, FilterChips } from '../lists/filters/FilterChips.tsx'
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

export function VoucherChips({ search, change }: ListSearch<VoucherSearch>) {
  const t = useT()
  const packages = usePackages()
  const { user, package: chosen, status, voucher } = search
  const found = packages?.find(({ id }) => id === chosen)
  const chips: Chip[] = [
    ...(user === undefined ? [] : [{ label: 'User ID', value: user, remove: () => change({ user: undefined }) }]),
    ...(chosen === undefined
      ? []
      : [{ label: 'Package', value: found ? packageName(found) : chosen, remove: () => change({ package: undefined }) }]),
    ...(status === undefined
      ? []
      : [{ label: 'Status', value: statusWord(status, t), remove: () => change({ status: undefined }) }]),
    ...(voucher === undefined ? [] : [{ label: 'Voucher Code', value: voucher, remove: () => change({ voucher: undefined }) }]),
  ]
  return <FilterChips chips={chips} onClear={() => change(NO_FILTERS)} />
}
