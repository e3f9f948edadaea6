import { IconDownload } from '@tabler/icons-react'
import { formatTk } from '#contract/money.ts'
import { type Batch, voucherImports } from '#contract/voucher-imports.ts'
import { useData } from '../calls/use-data.ts'
import { useDownload } from '../calls/use-download.ts'
import { When } from '../lists/cells/When.tsx'
import { Section } from '../ui/Section.tsx'
import { Loading, ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { WorkButton } from '../ui/WorkButton.tsx'
import classes from './vouchers.module.css'

/** The newest imports, each with its report. */
export function Batches() {
  const query = useData(voucherImports.batches, {})
  if (!query.data) return query.error ? <ReadError query={query} /> : <Loading rows={3} height={40} />
  const { batches } = query.data
  if (batches.length === 0) return null
  return (
    <Section title="Latest imports">
      <ul className={classes.batches}>
        {batches.map((batch) => (
          <li key={batch.id}>
            <Line batch={batch} />
            <ReportButton id={batch.id} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Line({ batch }: { batch: Batch }) {
  const t = useT()
  const { id, name, package_name, product_name, created, skipped, total_cost, Admin, created_at } = batch
  const facts = [
    t(created === 1 ? '{{count}} code' : '{{count}} codes', { count: created }),
    skipped > 0 && t('{{count}} left out', { count: skipped }),
    total_cost !== null && formatTk(total_cost),
    `${package_name} (${product_name})`,
    `${Admin.first_name} ${Admin.last_name}`,
  ]
  return (
    <div>
      <b>
        #{id} · {name}
      </b>
      <small>
        {facts.filter(Boolean).join(' · ')} · <When instant={created_at} />
      </small>
    </div>
  )
}

/** What became of each line, as CSV. */
export function ReportButton({ id }: { id: number }) {
  const t = useT()
  const { run, isRunning } = useDownload(voucherImports.report)
  return (
    <WorkButton
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={16} aria-hidden />}
      isRunning={isRunning}
      aria-label={t('Report of batch {{id}}', { id })}
      onClick={() => void run({ id })}
    >
      {t('Report')}
    </WorkButton>
  )
}
