import '@mantine/core/styles/Combobox.css'
import { Select } from '@mantine/core'
import type { Output } from '#contract/endpoint.ts'
import { lookups } from '#contract/lookups.ts'
import { loadSentence } from '../kit/errors.ts'
import { type FieldProps, useField } from '../kit/fields/form-fields.ts'
import { LookUpError } from '../kit/fields/LookUpError.tsx'
import { useT } from '../kit/i18n.ts'
import { useData } from '../kit/use-data.ts'

type Package = Output<typeof lookups.topupPackages>['data'][number]

/** Every package that is there, as a read. */
const usePackageList = () => useData(lookups.topupPackages, {})

/** Every package that is there; undefined until they are here. */
export const usePackages = (): readonly Package[] | undefined => usePackageList().data?.data

/** 'Gems Card (Starfall)' */
export const packageName = ({ name, product_name }: Package): string => `${name} (${product_name})`

/** Far more than this many are found by typing. */
const SHOWN = 60

interface PackageChooserProps {
  /** English text. */
  readonly label: string
  readonly value: number | undefined
  readonly onChange: (id: number | undefined) => void
  readonly error?: string | undefined
  /** Required, or not to be changed; a filter is neither. */
  readonly state?: 'required' | 'fixed'
}

/** A package out of hundreds: found by its name, its product's or its id, and sent by the id. */
export function PackageChooser({ label, value, onChange, error, state }: PackageChooserProps) {
  const t = useT()
  const isFilter = state === undefined
  const list = usePackageList()
  const packages = list.data?.data
  const choices = packages?.map((item) => ({ value: String(item.id), label: `${packageName(item)} · #${item.id}` })) ?? []
  return (
    <div>
      <Select
        label={t(label)}
        searchable
        clearable={isFilter}
        clearButtonProps={{ 'aria-label': t('Clear'), tabIndex: 0 }}
        limit={SHOWN}
        data={choices}
        value={value === undefined ? null : String(value)}
        onChange={(chosen) => onChange(chosen === null ? undefined : Number(chosen))}
        placeholder={
          packages ? t(isFilter ? 'All' : 'Name, product or ID') : list.error ? loadSentence(list.error) : t('Loading')
        }
        nothingFoundMessage={t('No Result Found')}
        error={error}
        required={state === 'required'}
        readOnly={state === 'fixed'}
        // In its place on the page, so that it belongs to the page's main part.
        comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
        rightSectionPointerEvents={isFilter && value !== undefined ? 'all' : 'none'}
      />
      <LookUpError from={list} />
    </div>
  )
}

/** The package of a form, under the specification's label. */
export function PackageField({ isFixed = false, ...props }: FieldProps & { isFixed?: boolean }) {
  const { value, error, change } = useField<string>(props)
  return (
    <PackageChooser
      label={props.label}
      value={value === '' ? undefined : Number(value)}
      onChange={(id) => change(id === undefined ? '' : String(id))}
      error={error}
      state={isFixed ? 'fixed' : 'required'}
    />
  )
}
