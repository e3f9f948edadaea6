import { Button, Input, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useId } from 'react'
import type { Added } from '#contract/vouchers.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { lastListSearch } from '../lists/last-list-search.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'
import { PackageField } from './PackageChooser.tsx'
import { PasteField } from './PasteField.tsx'
import { StatusField } from './StatusField.tsx'
import { useAddVouchers } from './use-add-vouchers.ts'
import classes from './vouchers.module.css'

export function AddVouchersPage() {
  // The package that the list was filtered by.
  const { package: packageId } = useSearch({ strict: false }) as { package?: number }
  const { form, leftOut } = useAddVouchers(packageId)
  if (leftOut) return <LeftOut added={leftOut} />
  return (
    <FormPage title="Create New Voucher" save="Create Voucher" form={form}>
      <PasteField name="code" label="Voucher Code" />
      <StatusField name="status" label="Status" choices={[0, 1, 2]} />
      <PackageField name="package_id" label="Package ID" required />
    </FormPage>
  )
}

/** Pasted lines that were not added, with reasons, until dismissed. */
function LeftOut({ added: { created, duplicates, invalid, reasons } }: { added: Added }) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <Stack gap="md" className={classes.leftOut}>
      <PageTitle title="Create New Voucher" />
      <Warning title={t(created === 1 ? '{{count}} voucher was added' : '{{count}} vouchers were added', { count: created })}>
        {t('The lines below were skipped and not stored.')}
      </Warning>
      <Lines label="Already added, deleted or repeated in this paste: {{count}}" lines={duplicates} />
      {[...new Set(reasons)].map((reason) => (
        <Lines
          key={reason}
          label="Not valid codes: {{count}}"
          reason={reason}
          lines={invalid.filter((_, at) => reasons[at] === reason)}
        />
      ))}
      <div>
        <Button autoFocus onClick={() => void navigate({ to: '/upins', search: lastListSearch('/upins') as never })}>
          {t('Close')}
        </Button>
      </div>
    </Stack>
  )
}

interface LinesProps {
  readonly label: string
  readonly reason?: string
  readonly lines: readonly string[]
}

function Lines({ label, reason, lines }: LinesProps) {
  const t = useT()
  const id = useId()
  if (lines.length === 0) return null
  return (
    <Input.Wrapper id={id} label={`${t(label, { count: lines.length })}${reason ? ` (${t(reason)})` : ''}`}>
      <Input
        id={id}
        component="textarea"
        multiline
        readOnly
        rows={Math.min(8, lines.length + 1)}
        className={classes.paste}
        value={lines.join('\n')}
      />
    </Input.Wrapper>
  )
}
