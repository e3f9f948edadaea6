import { lastOf, maskOf, statusesFrom, type Voucher, vouchers } from '#contract/vouchers.ts'
import { editedInput, valuesOf } from '../forms/crud/crud.ts'
import { OpenedRecord } from '../forms/crud/OpenedRecord.tsx'
import { FormPage } from '../forms/FormPage.tsx'
import { useEditForm } from '../forms/use-edit-form.tsx'
import { useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'
import { CodeField } from './CodeField.tsx'
import { PackageField } from './PackageChooser.tsx'
import { confirmUsed, StatusField } from './StatusField.tsx'
import { STALE } from './vouchers.ts'

const TITLE = 'Edit Voucher'

const EMPTY = { code: '', status: '', package_id: '' }

export function EditVoucherPage() {
  return (
    <OpenedRecord title={TITLE} call={vouchers.show}>
      {(row, refetch) => <EditForm row={row} refetch={refetch} />}
    </OpenedRecord>
  )
}

function EditForm({ row, refetch }: { row: Voucher; refetch: () => void }) {
  const t = useT()
  // Revealing the code is not a change of the voucher.
  const masked = row.is_revealed ? { ...row, code: maskOf(lastOf(row.code)) } : row
  const { form, notice } = useEditForm({
    call: vouchers.update,
    row: masked,
    valuesOf: (shown) => ({ ...valuesOf(EMPTY, shown), package_id: String(shown.package_id ?? shown.pacage_id) }),
    ask: async ({ status }, { status: before }) => status !== '2' || before === 2 || confirmUsed(1),
    inputOf: (values, base, inDoubt) => editedInput({ empty: EMPTY }, values, base, inDoubt),
    refetch,
    // Codes are returned masked.
    asReturned: (sent) => ({ ...sent, code: maskOf(lastOf(String(sent.code))) }),
    pending: t('Updating voucher...'),
    stale: STALE,
    list: '/upins',
  })
  const isUsed = row.status === 2
  const own = { id: row.package_id, name: row.package_name, product_name: row.product_name }
  return (
    <FormPage
      title={TITLE}
      subtitle={`#${row.id}`}
      save={!isUsed && 'Updated Voucher'}
      form={form}
      notice={
        <>
          {isUsed && <Warning title={t('This voucher is used')}>{t('Its code, status and package can’t be changed.')}</Warning>}
          {notice}
        </>
      }
    >
      <CodeField name="code" label="Voucher Code" required voucher={row} />
      <StatusField name="status" label="Status" choices={statusesFrom(row.status)} />
      <PackageField name="package_id" label="Package ID" required isFixed={isUsed} own={own} />
    </FormPage>
  )
}
