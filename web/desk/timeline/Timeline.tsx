import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { AUDIT_SUBJECTS } from '#contract/audit.ts'
import { LIST_POLL_MS } from '#contract/limits.ts'
import type { TimelineCall } from '#contract/timeline.ts'
import { useMay } from '../../calls/session.ts'
import { useData } from '../../calls/use-data.ts'
import { Loading, ReadError } from '../../ui/states.tsx'
import { useT } from '../../ui/text/i18n.ts'
import { describeEntry, isCreation } from './describe-entry.ts'
import { Lines, NewestOnly } from './Lines.tsx'
import classes from './timeline.module.css'

interface TimelineProps {
  readonly call: TimelineCall
  readonly subject: (typeof AUDIT_SUBJECTS)[number]
  readonly id: number
  /** Creation as recorded in the row, if no change records it; `text` is translated. */
  readonly began: null | { readonly at: string; readonly text: string }
}

/** The history of one record, newest first; loaded when expanded and refreshed while open. */
export function Timeline(props: TimelineProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const region = useId()
  return (
    <section className={classes.part} aria-label={t('Timeline')}>
      <button
        type="button"
        className={classes.opener}
        aria-expanded={isOpen}
        aria-controls={region}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={16} aria-hidden />
        {t('Timeline')}
      </button>
      <div id={region} hidden={!isOpen}>
        {isOpen && <Opened {...props} />}
      </div>
    </section>
  )
}

function Opened({ call, subject, id, began }: TimelineProps) {
  const t = useT()
  const isSuper = useMay('run_the_shop')
  const { data, error, refetch } = useData(call, { id }, { refetchInterval: LIST_POLL_MS })
  if (!data) return error ? <ReadError query={{ error, refetch }} /> : <Loading rows={3} />
  const lines = data.entries
    .filter((entry) => !isCreation(entry))
    .map((entry) => ({ key: entry.id, at: entry.at, text: describeEntry(entry, t) }))
  return (
    <div className={classes.part}>
      <Lines lines={data.has_more || !began ? lines : [...lines, { key: 'began', ...began }]} />
      {data.has_more && <NewestOnly count={data.entries.length} />}
      {isSuper && (
        <Link className={classes.more} to="/audit" search={{ subject, subject_id: id } as never}>
          {t('In the audit log')}
        </Link>
      )}
    </div>
  )
}
