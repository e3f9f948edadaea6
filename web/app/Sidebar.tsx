import { Link } from '@tanstack/react-router'
import { useCan, useRole } from '../calls/session.ts'
import { useT } from '../ui/text/i18n.ts'
import classes from './Sidebar.module.css'
import { entriesFor, type SidebarEntry } from './sidebar.ts'
import { WaitingCount } from './WaitingCount.tsx'

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

function Entry({ entry, onChosen }: { entry: SidebarEntry; onChosen: (() => void) | undefined }) {
  const t = useT()
  return (
    <li>
      <Link to={entry.path} className={classes.entry} activeOptions={{ exact: entry.path === '/' }} onClick={() => onChosen?.()}>
        <entry.icon size={18} stroke={1.7} aria-hidden />
        <span className={classes.label}>{t(entry.label)}</span>
        <WaitingCount entry={entry} className={classes.count} />
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
