import { useSyncExternalStore } from 'react'
import { useT } from '../kit/i18n.ts'
import classes from './Header.module.css'

/** Whether the browser has a network, as a dot with its word. */
export function Connection() {
  const t = useT()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const said = t(isOnline ? 'Online' : 'Offline')
  return (
    <span className={classes.connection} data-offline={!isOnline || undefined} role="status" title={said}>
      <span className={classes.said}>{said}</span>
    </span>
  )
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
