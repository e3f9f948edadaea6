import { IconDownload } from '@tabler/icons-react'
import type { z } from 'zod'
import type { Endpoint, Sent } from '#contract/endpoint.ts'
import type { ExportFormat } from '#contract/exports.ts'
import { useHasAccess } from '../calls/session.ts'
import { useDownload } from '../calls/use-download.ts'
import { useT } from '../ui/text/i18n.ts'
import { WorkButton } from '../ui/WorkButton.tsx'
import type { ListParts } from './declare-list.ts'
import type { ListSearch } from './use-list.ts'

interface ExportButtonsProps<I extends z.ZodType, O extends z.ZodType> {
  readonly endpoint: Endpoint<I, O>
  readonly input: Sent<Endpoint<I, O>>
}

const FORMATS = [
  { format: 'csv', label: 'CSV', title: 'Download as CSV' },
  { format: 'xlsx', label: 'Excel', title: 'Download as Excel' },
] as const satisfies readonly { readonly format: ExportFormat; label: string; title: string }[]

/** 'CSV' and 'Excel': each exports all pages of the list. */
export function ExportButtons<I extends z.ZodType, O extends z.ZodType>({ endpoint, input }: ExportButtonsProps<I, O>) {
  const t = useT()
  const { run, isRunning } = useDownload(endpoint)
  return FORMATS.map(({ format, label, title }) => (
    <WorkButton
      key={format}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      isRunning={isRunning}
      title={t(title)}
      onClick={() => void run({ ...(input as object), format } as never)}
    >
      {label}
    </WorkButton>
  ))
}

/** The rows of all pages of a declared list as files, for those who may. */
export function ListExport({ declared: { exports, filtersOf }, search }: ListSearch & { readonly declared: ListParts }) {
  const isAllowed = useHasAccess(exports?.call.access ?? 'super')
  return exports && isAllowed && <ExportButtons endpoint={exports.call} input={{ ...filtersOf(search), ...exports.input }} />
}
