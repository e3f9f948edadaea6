import { VOUCHER_FORM_LABELS, type VoucherStatus } from '#contract/vouchers.ts'
import { type FieldProps, useField, useShownValues } from '../forms/fields/form-fields.ts'
import { confirm } from '../ui/dialogs/confirm.ts'
import { Select } from '../ui/Select.tsx'
import { t, useT } from '../ui/text/i18n.ts'

/** What each choice means for the shop. 'Select Status' hides a code (specification). */
const DESCRIPTIONS: Readonly<Record<VoucherStatus, string>> = {
  0: 'Hidden: it is not sold until it is Active.',
  1: 'Ready: the next order of its package may get it.',
  2: 'Used is permanent: it never becomes ready again.',
}

/** Asks before codes become Used, which is final: typing a letter into the wrong select chooses that too. */
export const confirmUsed = (count: number): Promise<boolean> =>
  confirm({
    about: t(count === 1 ? '{{count}} code becomes Used permanently: it is never sold.' : MANY_USED, { count }),
    yes: t('Save as Used'),
    isDestructive: true,
  })

/** What the forms call Active the lists call Ready (specification): one word in Bangla. */
const OF_VOUCHERS = { context: 'voucher' }

const MANY_USED = '{{count}} codes become Used permanently: they are never sold.'

export function StatusField({ choices, ...props }: FieldProps & { choices: readonly VoucherStatus[] }) {
  const t = useT()
  const { box, change } = useField<string>(props)
  useShownValues(props.name, (shown) => {
    const [, word] = VOUCHER_FORM_LABELS.find(([status]) => String(status) === shown) ?? []
    return word && t(word, OF_VOUCHERS)
  })
  return (
    <Select
      {...box}
      description={t(DESCRIPTIONS[Number(box.value) as VoucherStatus])}
      choices={VOUCHER_FORM_LABELS.filter(([status]) => choices.includes(status)).map(([status, word]) => [
        status,
        t(word, OF_VOUCHERS),
      ])}
      onChange={change}
    />
  )
}
