import { Badge } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { COUNTS_POLL_MS } from '#contract/limits.ts'
import { formatNumber } from '#contract/money.ts'
import { pendingCounts } from '#contract/pending-counts.ts'
import { useCan, useRole } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { useT } from '../ui/text/i18n.ts'
import classes from './Sidebar.module.css'
import { entriesFor, type SidebarEntry } from './sidebar.ts'

/** The screens that the admin may open. `rail` shows icons only, and names while they are pointed at or focused. */
export function Sidebar({ rail = false, onChosen }: { rail?: boolean; onChosen?: () => void }) {
  const t = useT()
  const shown = entriesFor(useRole(), useCan())
  return (
    <nav aria-label={t('Screens')} className={classes.nav} data-rail={rail || undefined}>
      <ul className={classes.list}>
        {groups(shown).map(({ name, entries }) =>
          name ? (
            <li key={name}>
              <span className={classes.group} id={`group-${name}`}>
                {t(name)}
              </span>
              <ul className={classes.list} aria-labelledby={`group-${name}`}>
                {entries.map((entry) => (
                  <Entry key={entry.path} entry={entry} onChosen={onChosen} />
                ))}
              </ul>
            </li>
          ) : (
            entries.map((entry) => <Entry key={entry.path} entry={entry} onChosen={onChosen} />)
          ),
        )}
      </ul>
    </nav>
  )
}

/** More would cover the entry's name. */
const MOST_SHOWN = 9_999

function Entry({ entry, onChosen }: { entry: SidebarEntry; onChosen: (() => void) | undefined }) {
  const t = useT()
  const { data } = useData(pendingCounts.show, {}, { refetchInterval: COUNTS_POLL_MS })
  const waiting = (entry.waiting && data?.[entry.waiting]) || 0
  return (
    <li>
      <Link to={entry.path} className={classes.entry} activeOptions={{ exact: entry.path === '/' }} onClick={() => onChosen?.()}>
        <entry.icon size={18} stroke={1.7} aria-hidden />
        <span className={classes.label}>{t(entry.label)}</span>
        {waiting > 0 && (
          <Badge
            className={classes.count}
            size="sm"
            variant="filled"
            circle={waiting < 10}
            // Not a live region: the count changes all day long.
            role="img"
            aria-label={t('{{count}} waiting', { count: waiting })}
          >
            {waiting > MOST_SHOWN ? `${formatNumber(MOST_SHOWN)}+` : formatNumber(waiting)}
          </Badge>
        )}
      </Link>
    </li>
  )
}

function groups(entries: readonly SidebarEntry[]) {
  const found: { name: string | undefined; entries: SidebarEntry[] }[] = []
  for (const entry of entries) {
    const last = found.at(-1)
    if (last && last.name === entry.group) last.entries.push(entry)
    else found.push({ name: entry.group, entries: [entry] })
  }
  return found
}
