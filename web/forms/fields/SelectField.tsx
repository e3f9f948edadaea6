import { loadErrorMessage } from '../../calls/errors.ts'
import { Select } from '../../ui/Select.tsx'
import { useT } from '../../ui/text/i18n.ts'
import { type FieldProps, useField, useShownValues } from './form-fields.ts'
import { type LookUp, LookUpError } from './LookUpError.tsx'

interface SelectFieldProps extends FieldProps {
  /** Undefined until they have loaded. */
  readonly choices: readonly { readonly id: number | string; readonly name: string }[] | undefined
  readonly from?: LookUp
  /** Why it cannot be changed, in English. */
  readonly fixed?: string | undefined
}

/** A native select whose value is the id. */
export function SelectField({ choices, from, fixed, ...props }: SelectFieldProps) {
  const t = useT()
  const { box, change } = useField<string>(props)
  useShownValues(props.name, (shown) => choices?.find(({ id: choice }) => String(choice) === shown)?.name)
  // Without this option the browser would display the first choice while the form holds another value.
  const isAmong = choices?.some(({ id: choice }) => String(choice) === String(box.value)) ?? false
  const select = (
    <Select
      {...box}
      description={fixed && t(fixed)}
      disabled={fixed !== undefined}
      choices={[
        ...(isAmong
          ? []
          : [[box.value, choices ? t('Choose one') : from?.error ? loadErrorMessage(from.error) : t('Loading')] as const]),
        ...(choices?.map(({ id: choice, name }) => [choice, name] as const) ?? []),
      ]}
      onChange={change}
    />
  )
  if (!from) return select
  return (
    <div>
      {select}
      <LookUpError from={from} />
    </div>
  )
}
