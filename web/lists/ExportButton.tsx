import { IconDownload } from '@tabler/icons-react'
import type { z } from 'zod'
import type { Endpoint, Sent } from '#contract/endpoint.ts'
import { useDownload } from '../calls/use-download.ts'
import { useT } from '../ui/text/i18n.ts'
import { WorkButton } from '../ui/WorkButton.tsx'

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
