import { Input } from '@mantine/core'
import { VOUCHER_FORM_LABELS, type VoucherStatus } from '#contract/vouchers.ts'
import { type FieldProps, useField } from '../kit/fields/form-fields.ts'
import { Select } from '../kit/Select.tsx'
import { useT } from '../kit/text/i18n.ts'

/** What a choice means for the shop; 'Select Status' hides a code, as the specification has it. */
const MEANINGS: Readonly<Record<VoucherStatus, string>> = {
  0: 'Hidden: it is not sold until it is Active.',
  1: 'Ready: the next order of its package may get it.',
  2: 'Used is for good: it never becomes ready again.',
}

/** A voucher's status, out of those that may be chosen. */
export function StatusField({ choices, ...props }: FieldProps & { choices: readonly VoucherStatus[] }) {
  const t = useT()
  const { id, label, value, error, change } = useField<string>(props)
  return (
    <Input.Wrapper id={id} label={label} description={t(MEANINGS[Number(value) as VoucherStatus])} error={error}>
      <Select
        id={id}
        name={props.name}
        aria-describedby={`${id}-description`}
        value={value}
        choices={VOUCHER_FORM_LABELS.filter(([status]) => choices.includes(status)).map(([status, word]) => [status, t(word)])}
        onChange={change}
      />
    </Input.Wrapper>
  )
}
