import { Badge } from '@mantine/core'
import { COUNTS_POLL_MS } from '#contract/limits.ts'
import { formatNumber } from '#contract/money.ts'
import { pendingCounts } from '#contract/pending-counts.ts'
import { useData } from '../calls/use-data.ts'
import { useT } from '../ui/text/i18n.ts'
import type { SidebarEntry } from './sidebar.ts'

/** More would cover the entry's name. */
const MOST_SHOWN = 9_999

/** How much waits on a screen. */
export function WaitingCount({ entry, className }: { entry: SidebarEntry; className: string | undefined }) {
  const t = useT()
  const { data } = useData(pendingCounts.show, {}, { refetchInterval: COUNTS_POLL_MS })
  const waiting = (entry.waiting && data?.[entry.waiting]) || 0
  if (waiting === 0) return null
  return (
    <Badge
      {...(className && { className })}
      size="sm"
      variant="filled"
      circle={waiting < 10}
      // Not a live region: the count changes all day long.
      role="img"
      aria-label={t('{{count}} waiting', { count: waiting })}
    >
      {waiting > MOST_SHOWN ? `${formatNumber(MOST_SHOWN)}+` : formatNumber(waiting)}
    </Badge>
  )
}
