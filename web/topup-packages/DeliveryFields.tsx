import { Button, Group, Input, TextInput } from '@mantine/core'
import { lookups } from '#contract/lookups.ts'
import { useData } from '../calls/use-data.ts'
import { FlagField } from '../forms/fields/FlagField.tsx'
import { useField, useFormValues, useShownValues } from '../forms/fields/form-fields.ts'
import { LookUpError } from '../forms/fields/LookUpError.tsx'
import { SelectField } from '../forms/fields/SelectField.tsx'
import { Select } from '../ui/Select.tsx'
import { t, useT } from '../ui/text/i18n.ts'
import { plainNumber } from '../ui/text/plain-number.ts'
import classes from './packages.module.css'

const RECIPE = 'recipe'

/** How orders of the package are delivered, and with which codes. */
export function DeliveryFields() {
  const translate = useT()
  const isByCodes = useFormValues().delivery === 'codes'
  return (
    <>
      <SelectField
        name="delivery"
        label="Delivery"
        choices={[
          { id: 'hand', name: translate('By hand') },
          { id: 'codes', name: translate('By voucher codes') },
        ]}
      />
      {isByCodes && (
        <>
          <RecipeField />
          <FlagField
            name="automatic"
            label="Deliver automatically"
            description="An order is completed with its codes as it is placed. Possible duplicates wait for an admin."
          />
        </>
      )}
    </>
  )
}

interface Part {
  readonly name: string
  /** As typed. */
  readonly count: string | number
  readonly package_id: number
}

const partsOf = (value: unknown): Part[] => {
  try {
    return JSON.parse(String(value)) as Part[]
  } catch {
    return []
  }
}

const describe = (parts: readonly Part[]) => parts.map(({ count, name }) => `${count} × ${name}`).join(' + ')

/** The value is the recipe's JSON, as the package's row has it. */
function RecipeField() {
  const translate = useT()
  const { box, change } = useField<string>({ name: RECIPE, label: 'Codes of one order' })
  const packages = useData(lookups.topupPackages, {})
  useShownValues(RECIPE, (value) => describe(partsOf(value)) || t('One code of its own'))
  const parts = partsOf(box.value)
  const save = (changed: readonly Part[]) => change(JSON.stringify(changed))
  const set = (at: number, part: Partial<Part>) =>
    save(parts.map((present, place) => (place === at ? { ...present, ...part } : present)))
  const choices = packages.data?.data ?? []
  const nameOf = (id: number) => choices.find((choice) => choice.id === id)?.name ?? ''
  return (
    <Input.Wrapper label={box.label} labelElement="div" error={box.error}>
      {parts.length === 0 && <p className={classes.own}>{translate('One code of its own')}</p>}
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may name the same package while they are edited
        <Group key={at} gap="xs" wrap="nowrap" className={classes.part}>
          <TextInput
            className={classes.count}
            aria-label={translate('Number of codes {{place}}', { place: at + 1 })}
            inputMode="numeric"
            autoComplete="off"
            value={part.count}
            onChange={(event) => set(at, { count: plainNumber(event.currentTarget.value) })}
          />
          <Select
            className={classes.pool}
            aria-label={translate('Package of codes {{place}}', { place: at + 1 })}
            value={part.package_id}
            choices={[
              ...(nameOf(part.package_id) === '' ? [[part.package_id, part.name || translate('Choose one')] as const] : []),
              ...choices.map(({ id, name, product_name }) => [id, `${name} (${product_name})`] as const),
            ]}
            onChange={(id) => set(at, { package_id: Number(id), name: nameOf(Number(id)) })}
          />
          <Button
            size="compact-sm"
            variant="default"
            aria-label={translate('Remove codes {{place}}', { place: at + 1 })}
            onClick={() => save(parts.filter((_, place) => place !== at))}
          >
            {translate('Remove')}
          </Button>
        </Group>
      ))}
      <Button size="compact-sm" variant="default" onClick={() => save([...parts, { name: '', count: 1, package_id: 0 }])}>
        {translate('Add codes of a package')}
      </Button>
      <LookUpError from={packages} />
    </Input.Wrapper>
  )
}
