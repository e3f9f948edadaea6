import { textKey } from '#contract/text.ts'
import '@mantine/core/styles/Combobox.css'
import { Anchor, type OptionsFilter, Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Output } from '#contract/endpoint.ts'
import { lookups } from '#contract/lookups.ts'
import { type PackageCodes, vouchers } from '#contract/vouchers.ts'
import { loadErrorMessage } from '../calls/errors.ts'
import { useCan } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { type FieldProps, useField, useShownValues } from '../forms/fields/form-fields.ts'
import { LookUpError } from '../forms/fields/LookUpError.tsx'
import { useT } from '../ui/text/i18n.ts'

type Package = Output<typeof lookups.topupPackages>['data'][number]
type Named = Pick<Package, 'id' | 'name' | 'product_name'>

const usePackageList = () => useData(lookups.topupPackages, {})

const NONE: readonly PackageCodes[] = []

/** Packages that sell codes; none for those who may not see the codes. */
const usePackagesWithCodes = () => useData(vouchers.counts, {}, { enabled: useCan()('vouchers_view') }).data?.packages ?? NONE

/** The package whose codes run low, if it is only one: `undefined` while that is being read. */
export function useLowPackage(): { readonly id: number | undefined } | undefined {
  const canSee = useCan()('vouchers_view')
  const { data, error } = useData(vouchers.counts, {}, { enabled: canSee })
  const list = usePackageList()
  // Its name arrives with the list, and would be put beside what is typed before.
  if ((canSee && !data && !error) || !list.isFetched) return undefined
  const low = data?.packages.filter(({ is_low }) => is_low) ?? NONE
  return { id: low.length === 1 ? low[0]?.package_id : undefined }
}

/** Every package; undefined until loaded. */
export const usePackages = (): readonly Package[] | undefined => usePackageList().data?.data

/** 'Gems Card (Starfall)' */
export const packageName = ({ name, product_name }: Named): string => `${name} (${product_name})`

const choiceOf = (item: Named) => ({ value: String(item.id), label: `${packageName(item)} · #${item.id}` })

/** Beyond this many, packages are found by typing. */
const SHOWN = 60

const findPackages: OptionsFilter = ({ options, search, limit }) => {
  const wanted = textKey(search).trim()
  return options.filter((option) => 'label' in option && textKey(option.label).includes(wanted)).slice(0, limit)
}

interface PackageChooserProps {
  readonly label: string
  readonly value: number | undefined
  readonly onChange: (id: number | undefined) => void
  readonly error?: string | undefined
  /** A filter has neither state. */
  readonly state?: 'required' | 'fixed'
  /** The record's package, selectable even if it or its product is deleted. */
  readonly own?: Named | undefined
}

/** Chooses one of hundreds of packages by its name, its product's name or its id; the value is the id. */
export function PackageChooser({ label, value, onChange, error, state, own }: PackageChooserProps) {
  const t = useT()
  const isFilter = state === undefined
  const list = usePackageList()
  const packages = list.data?.data
  const withCodes = usePackagesWithCodes()
  const isSold = ({ id }: Package) => withCodes.some(({ package_id }) => package_id === id)
  const choices = [...(packages?.filter(isSold) ?? []), ...(packages?.filter((item) => !isSold(item)) ?? [])].map(choiceOf)
  const isThere = (id: number) => choices.some((choice) => choice.value === String(id))
  if (own && !isThere(own.id)) choices.push(choiceOf(own))
  const isUnnamed = value !== undefined && !isThere(value)
  // Deleted or not loaded yet: an empty box would say that none is chosen.
  if (isUnnamed) choices.push({ value: String(value), label: t('Package #{{id}}', { id: value }) })
  return (
    <div>
      <Select
        label={t(label)}
        description={
          packages?.length === 0 &&
          !isFilter && (
            <Anchor inherit renderRoot={(props) => <Link to="/topup-packages" {...props} />}>
              {t('Add a package first')}
            </Anchor>
          )
        }
        searchable
        onFocus={(event) => event.currentTarget.select()}
        selectFirstOptionOnChange
        clearable={isFilter}
        allowDeselect={isFilter}
        clearButtonProps={{ 'aria-label': t('Clear'), tabIndex: 0 }}
        limit={SHOWN}
        filter={findPackages}
        data={choices}
        value={value === undefined ? null : String(value)}
        onChange={(chosen) => onChange(chosen === null ? undefined : Number(chosen))}
        placeholder={
          packages ? t(isFilter ? 'All' : 'Name, product or ID') : list.error ? loadErrorMessage(list.error) : t('Loading')
        }
        nothingFoundMessage={t('No Result Found')}
        error={error}
        required={state === 'required'}
        // A name that arrives later would be put in place of what is typed.
        readOnly={state === 'fixed' || (isUnnamed && !packages)}
        // In place, so that it is part of the main landmark.
        comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
        rightSectionPointerEvents={isFilter && value !== undefined ? 'all' : 'none'}
      />
      <LookUpError from={list} />
    </div>
  )
}

interface PackageFieldProps extends FieldProps {
  readonly isFixed?: boolean
  /** The record's package, which may be deleted. */
  readonly own?: Named
}

export function PackageField({ isFixed = false, own, ...props }: PackageFieldProps) {
  const { box, change } = useField<string>(props)
  const packages = usePackages()
  useShownValues(props.name, (shown) => {
    const item = packages?.find(({ id }) => String(id) === shown) ?? (own && String(own.id) === shown ? own : undefined)
    return item && choiceOf(item).label
  })
  return (
    <PackageChooser
      label={props.label}
      value={box.value === '' ? undefined : Number(box.value)}
      onChange={(id) => change(id === undefined ? '' : String(id))}
      error={box.error}
      state={isFixed ? 'fixed' : 'required'}
      own={own}
    />
  )
}
