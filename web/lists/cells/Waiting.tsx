import { createContext, useContext } from 'react'
import { WAITING_LONG_MINUTES, WAITING_TOO_LONG_MINUTES } from '#contract/limits.ts'
import { howLong } from '../../ui/text/how-long.ts'
import { useT } from '../../ui/text/i18n.ts'
import classes from './cells.module.css'
import { useNow } from './now.ts'

/** The last moment at which the oldest tenth of the rows arrived. */
const OldestTenth = createContext('')
export const OldestTenthProvider = OldestTenth.Provider

export const oldestTenthOf = (rows: readonly { readonly id: number }[] = []): string =>
  rows.map((row) => (row as { created_at?: string }).created_at ?? '').sort()[Math.ceil(rows.length / 10) - 1] ?? ''

/** Time waited since `since`; marked as late after 10 minutes. After 30 the oldest tenth is very late: ten red rows would name none. */
export function Waiting({ since }: { since: string }) {
  const t = useT()
  const minutes = Math.floor((useNow() - Date.parse(since)) / 60_000)
  const isOldest = since <= useContext(OldestTenth)
  const level = isOldest && minutes > WAITING_TOO_LONG_MINUTES ? 'very late' : minutes > WAITING_LONG_MINUTES ? 'late' : undefined
  return (
    <span className={classes.waiting} data-level={level}>
      {minutes < 1 ? t('just now') : howLong(minutes, t)}
      {level && <small>{t(level)}</small>}
    </span>
  )
}
