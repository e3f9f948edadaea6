import { t } from '../text/i18n.ts'
import { nameOf } from '../text/name-of.ts'
import type { Listed } from './columns.ts'
import classes from './table.module.css'

/** The changed row: our lists name the admin in different fields. */
interface ChangedRow {
  readonly status?: string
  readonly held_by?: string | null
  readonly completed_by?: string
  readonly Admin?: { readonly first_name: string; readonly last_name: string } | null
}

const adminOf = ({ held_by, completed_by, Admin }: ChangedRow): string => completed_by || held_by || nameOf(Admin)

/** Replaces a left row's actions: what happened to it, and who did it. */
export function LeftNote({ row }: { row: Listed }) {
  const changed: ChangedRow = row.left?.now ?? {}
  const by = adminOf(changed)
  return (
    <span className={classes.fate} title={by || undefined}>
      <b>{changed.status ?? t('no longer here')}</b>
      {by && <small>{t('by {{name}}', { name: by })}</small>}
    </span>
  )
}
