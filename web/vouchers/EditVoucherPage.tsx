import { lastOf, maskOf, statusesFrom, type Voucher, vouchers } from '#contract/vouchers.ts'
import { Changed, useChanges } from '../forms/Changed.tsx'
import { type Crud, editedInput, valuesOf } from '../forms/crud/crud.ts'
import { OpenedRecord } from '../forms/crud/OpenedRecord.tsx'
import { FormPage } from '../forms/FormPage.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'
import { CodeField } from './CodeField.tsx'
import { PackageField } from './PackageChooser.tsx'
import { confirmUsed, StatusField } from './StatusField.tsx'
import { STALE } from './vouchers.ts'

const TITLE = 'Edit Voucher'

const voucher: Pick<Crud<Voucher>, 'empty'> = { empty: { code: '', status: '', package_id: '' } }

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
  const changes = useChanges(voucher as Crud<Voucher>, masked)
  const form = useRecordForm({
    call: vouchers.update,
    start: { ...valuesOf(voucher.empty, row), package_id: String(row.package_id ?? row.pacage_id) },
    ask: async ({ status }) => status !== '2' || row.status === 2 || confirmUsed(1),
    inputOf: (values) => editedInput(values, changes.base),
    pending: t('Updating voucher...'),
    stale: STALE,
    list: '/upins',
    onConflict: refetch,
  })
  const isUsed = row.status === 2
  const own = { id: row.package_id, name: row.package_name, product_name: row.product_name }
  // Codes are returned masked.
  const tried = form.lastSent && { ...form.lastSent, code: maskOf(lastOf(String(form.lastSent.code))) }
  return (
    <FormPage
      title={TITLE}
      subtitle={`#${row.id}`}
      save="Updated Voucher"
      form={form}
      notice={
        <>
          {isUsed && <Warning title={t('This voucher is used')}>{t('Its code, status and package can’t be changed.')}</Warning>}
          {!form.isSaved && (
            <Changed changes={changes} fields={form.fields} lastSent={tried} wasRefused={form.error?.status === 409} />
          )}
        </>
      }
    >
      <CodeField name="code" label="Voucher Code" required voucher={row} />
      <StatusField name="status" label="Status" choices={statusesFrom(row.status)} />
      <PackageField name="package_id" label="Package ID" required isFixed={isUsed} own={own} />
    </FormPage>
  )
}
