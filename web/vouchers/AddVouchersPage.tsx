import { Anchor, Button, InputBase, Stack } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Added, vouchers } from '#contract/vouchers.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { lastListSearch } from '../lists/last-list-search.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Loading } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'
import { PackageField, useLowPackage } from './PackageChooser.tsx'
import { PasteField } from './PasteField.tsx'
import { confirmUsed, StatusField } from './StatusField.tsx'
import classes from './vouchers.module.css'
import { STALE } from './vouchers.ts'

const LIST = '/upins'

/** A paste. Returns to the list only if every line was added; otherwise shows the others. */
export function AddVouchersPage() {
  const [leftOut, setLeftOut] = useState<Added>()
  // The package that the list was filtered by.
  const { package: filtered } = useSearch({ strict: false }) as { package?: number }
  const low = useLowPackage()
  if (leftOut) return <LeftOut added={leftOut} />
  if (!low) return <Loading rows={6} height={48} />
  return <AddForm packageId={filtered ?? low.id} onLeftOut={setLeftOut} />
}

interface AddFormProps {
  readonly packageId: number | undefined
  readonly onLeftOut: (added: Added) => void
}

function AddForm({ packageId, onLeftOut }: AddFormProps) {
  const t = useT()
  const form = useRecordForm({
    call: vouchers.add,
    start: { code: '', status: '1', package_id: String(packageId ?? '') },
    pending: 'Creating UniPin...',
    stale: STALE,
    list: LIST,
    ask: async ({ code, status }) => {
      const count = String(code)
        .split(/[\r\n]/)
        .filter((line) => line.trim() !== '').length
      return Number(status) !== 2 || count === 0 || (await confirmUsed(count))
    },
    onSaved: (saved) => {
      const added = saved as Added
      const isAllTaken = added.duplicates.length === 0 && added.invalid.length === 0
      if (!isAllTaken) onLeftOut(added)
      return isAllTaken
    },
  })
  return (
    <FormPage
      title="Create New Voucher"
      save="Create Voucher"
      form={form}
      notice={
        <Anchor size="sm" renderRoot={(props) => <Link to="/upin/import" search={{ package: packageId } as never} {...props} />}>
          {t('Import a file, or codes with PIN, serial, expiry or cost')}
        </Anchor>
      }
    >
      <PasteField name="code" label="Voucher Code" />
      {form.error?.data !== undefined && <SkippedLines added={form.error.data as Added} />}
      <StatusField name="status" label="Status" choices={[0, 1, 2]} />
      <PackageField name="package_id" label="Package ID" required />
    </FormPage>
  )
}

/** Pasted lines that were not added, with reasons, until dismissed. */
function LeftOut({ added }: { added: Added }) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <Stack gap="md" className={classes.leftOut}>
      <PageTitle title="Create New Voucher" />
      <Warning
        title={t(added.created === 1 ? '{{count}} voucher was added' : '{{count}} vouchers were added', { count: added.created })}
      >
        {t('The lines below were skipped and not stored.')}
      </Warning>
      <SkippedLines added={added} />
      <div>
        <Button autoFocus onClick={() => void navigate({ to: LIST, search: lastListSearch(LIST) as never })}>
          {t('Close')}
        </Button>
      </div>
    </Stack>
  )
}

/** The lines of a paste that are not stored, by reason. A refused paste has them, too. */
function SkippedLines({ added: { duplicates, invalid, reasons } }: { added: Added }) {
  return (
    <>
      <Lines label="Already added, deleted or repeated in this paste: {{count}}" lines={duplicates} />
      {[...new Set(reasons)].map((reason) => (
        <Lines
          key={reason}
          label="Not valid codes: {{count}}"
          reason={reason}
          lines={invalid.filter((_, at) => reasons[at] === reason)}
        />
      ))}
    </>
  )
}

interface LinesProps {
  readonly label: string
  readonly reason?: string
  readonly lines: readonly string[]
}

function Lines({ label, reason, lines }: LinesProps) {
  const t = useT()
  if (lines.length === 0) return null
  return (
    <InputBase
      component="textarea"
      multiline
      readOnly
      label={`${t(label, { count: lines.length })}${reason ? ` (${t(reason)})` : ''}`}
      rows={Math.min(8, lines.length + 1)}
      className={classes.paste}
      value={lines.join('\n')}
    />
  )
}
