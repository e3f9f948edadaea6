import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { FILTER_DEBOUNCE_MS } from '#contract/limits.ts'
import { type ColumnField, type Imported, voucherImports } from '#contract/voucher-imports.ts'
import { useFilePreview } from '../calls/use-file-preview.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { FieldLine } from '../forms/fields/FieldLine.tsx'
import { TextField } from '../forms/fields/TextField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Loading } from '../ui/states.tsx'
import { formatDay } from '../ui/text/day.ts'
import { useT } from '../ui/text/i18n.ts'
import { toastFailed } from '../ui/toasts.ts'
import { Batches, ReportButton } from './Batches.tsx'
import { FileOrPaste } from './FileOrPaste.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { PackageField, useLowPackage } from './PackageChooser.tsx'
import { confirmUsed, StatusField } from './StatusField.tsx'
import { STALE } from './vouchers.ts'

const TITLE = 'Import codes'

/** Codes from a file or a paste with columns, after a look at what was read. */
export function ImportVouchersPage() {
  const [imported, setImported] = useState<Imported>()
  const { package: filtered } = useSearch({ strict: false }) as { package?: number }
  const low = useLowPackage()
  if (imported) return <Done imported={imported} onAgain={() => setImported(undefined)} />
  if (!low) return <Loading rows={6} height={48} />
  return (
    <Stack gap="xl">
      <ImportForm packageId={filtered ?? low.id} onImported={setImported} />
      <Batches />
    </Stack>
  )
}

interface ImportFormProps {
  readonly packageId: number | undefined
  readonly onImported: (imported: Imported) => void
}

function ImportForm({ packageId, onImported }: ImportFormProps) {
  const t = useT()
  const [file, setFile] = useState<File>()
  const [columns, setColumns] = useState<readonly ColumnField[]>()
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set())
  const today = new Date().toISOString().slice(0, 10)
  const form = useRecordForm({
    call: voucherImports.add,
    start: {
      text: '',
      status: '1',
      package_id: String(packageId ?? ''),
      name: t('Codes of {{day}}', { day: formatDay(today) }),
      cost: '',
    },
    inputOf: ({ text: _, ...values }) => ({
      ...values,
      ...(columns && { columns: columns.join(',') }),
      ...(kept.size > 0 && { keep: [...kept].join(',') }),
    }),
    file: () => source,
    pending: t('Importing codes...'),
    stale: STALE,
    list: '/upins',
    ask: async ({ status }) => {
      if (!source || !preview.data || preview.isPlaceholderData) {
        toastFailed(t(source ? 'Wait until the file has been read' : 'Choose a file or paste codes'))
        return false
      }
      return Number(status) !== 2 || confirmUsed(preview.data.codes + kept.size)
    },
    onSaved: (saved) => onImported(saved as Imported),
  })
  const text = String(form.fields.form.getValues().text)
  const [pasted] = useDebouncedValue(text, FILTER_DEBOUNCE_MS)
  const source = useMemo(
    () => file ?? (pasted.trim() === '' ? undefined : new File([pasted], 'paste.txt', { type: 'text/plain' })),
    [file, pasted],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source has other columns and lines
  useEffect(() => {
    setColumns(undefined)
    setKept(new Set())
  }, [source])
  const preview = useFilePreview(voucherImports.preview, columns ? { columns: columns.join(',') as never } : {}, source)
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    const name = chosen?.name.replace(/\.\w+$/, '')
    if (name) form.fields.form.setFieldValue('name', name.slice(0, 100))
  }
  return (
    <FormPage title={TITLE} save="Import codes" form={form}>
      <FileOrPaste name="text" file={file} onChoose={choose} />
      {source && (
        <ImportPreview
          query={preview}
          kept={kept}
          columns={columns}
          onKeep={setKept}
          onColumns={(changed) => {
            setKept(new Set())
            setColumns(changed)
          }}
        />
      )}
      <PackageField name="package_id" label="Package ID" required />
      <FieldLine>
        <TextField name="name" label="Batch name" required />
        <TextField
          name="cost"
          label="Cost of one code"
          description="Where its line has no other. It becomes the cost of the order that it delivers."
          inputMode="decimal"
          unit="tk"
        />
      </FieldLine>
      <StatusField name="status" label="Status" choices={[0, 1, 2]} />
    </FormPage>
  )
}

/** What became of the file. */
function Done({ imported: { batch_id, created, duplicates, left_out }, onAgain }: { imported: Imported; onAgain: () => void }) {
  const t = useT()
  return (
    <Stack gap="md">
      <PageTitle title={TITLE} />
      <Text fw={600} role="status">
        {t(created === 1 ? '{{count}} voucher was added' : '{{count}} vouchers were added', { count: created })}
      </Text>
      {duplicates > 0 && <Text>{t('Already added, deleted or repeated in the file: {{count}}', { count: duplicates })}</Text>}
      {left_out > 0 && <Text>{t('Left out: {{count}}', { count: left_out })}</Text>}
      <Group gap="sm">
        <Button autoFocus renderRoot={(props) => <Link to="/upins" {...props} />}>
          {t('Close')}
        </Button>
        <ReportButton id={batch_id} />
        <Anchor component="button" type="button" onClick={onAgain}>
          {t('Import another file')}
        </Anchor>
      </Group>
    </Stack>
  )
}
