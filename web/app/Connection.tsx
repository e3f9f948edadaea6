import { type Connection as Kind, useConnection } from '../calls/live/live.ts'
import { useT } from '../ui/text/i18n.ts'
import classes from './Header.module.css'

const LABELS = {
  live: ['Live', 'Live: changes show at once'],
  polling: ['Online', 'No live updates: lists refresh at least every 20 seconds'],
  lost: ['Offline', 'The server does not answer: lists show the last loaded data and refresh at least every 20 seconds'],
  offline: ['Offline', 'Offline: lists show the last loaded data'],
} as const satisfies Record<Kind, readonly [string, string]>

export function Connection() {
  const t = useT()
  const connection = useConnection()
  const [name, meaning] = LABELS[connection]
  return (
    <span className={classes.dot}>
      <span className={classes.connection} data-connection={connection} role="status">
        <span className={classes.said}>{t(name)}</span>
      </span>
      <span role="tooltip" className={classes.meaning}>
        {t(meaning)}
      </span>
    </span>
  )
}
