import { t } from '../text/i18n.ts'
import { nameOf } from '../text/name-of.ts'
import type { Listed } from './columns.ts'
import classes from './table.module.css'

/** The changed row: our lists name the admin in different fields. */
interface Fate {
  readonly status?: string
  readonly held_by?: string | null
  readonly completed_by?: string
  readonly Admin?: { readonly first_name: string; readonly last_name: string } | null
}

const whoOf = ({ held_by, completed_by, Admin }: Fate): string => completed_by || held_by || nameOf(Admin)

/** Replaces a left row's actions: what happened to it, and who did it. */
export function LeftNote({ row }: { row: Listed }) {
  const fate: Fate = row.left?.now ?? {}
  const by = whoOf(fate)
  return (
    <span className={classes.fate} title={by || undefined}>
      <b>{fate.status ?? t('no longer here')}</b>
      {by && <small>{t('by {{name}}', { name: by })}</small>}
    </span>
  )
}
