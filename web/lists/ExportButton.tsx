import { IconDownload } from '@tabler/icons-react'
import type { z } from 'zod'
import type { Endpoint, Sent } from '#contract/endpoint.ts'
import { useHasAccess } from '../calls/session.ts'
import { useDownload } from '../calls/use-download.ts'
import { useT } from '../ui/text/i18n.ts'
import { WorkButton } from '../ui/WorkButton.tsx'
import type { ListParts } from './declare-list.ts'
import type { ListSearch } from './use-list.ts'

interface ExportButtonProps<I extends z.ZodType, O extends z.ZodType> {
  readonly endpoint: Endpoint<I, O>
  readonly input: Sent<Endpoint<I, O>>
}

/** 'CSV': exports all pages of the list. */
export function ExportButton<I extends z.ZodType, O extends z.ZodType>({ endpoint, input }: ExportButtonProps<I, O>) {
  const t = useT()
  const { run, isRunning } = useDownload(endpoint)
  return (
    <WorkButton
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      isRunning={isRunning}
      title={t('Download as CSV')}
      onClick={() => void run(input)}
    >
      CSV
    </WorkButton>
  )
}

/** The rows of all pages of a declared list as CSV, for those who may. */
export function ListExport({ declared: { exports, filtersOf }, search }: ListSearch & { readonly declared: ListParts }) {
  const isAllowed = useHasAccess(exports?.call.access ?? 'super')
  return exports && isAllowed && <ExportButton endpoint={exports.call} input={{ ...filtersOf(search), ...exports.input }} />
}
