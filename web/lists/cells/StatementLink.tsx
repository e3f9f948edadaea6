import type { ReactNode } from 'react'
import { useOpenDrawer } from './CustomerLink.tsx'
import classes from './links.module.css'

interface StatementLinkProps {
  /** As in the URL: 'admin:3', 'own'. */
  readonly statement: string
  readonly title?: string
  readonly children: ReactNode
}

/** A click opens a wallet statement over the current screen. */
export function StatementLink({ statement, title, children }: StatementLinkProps) {
  const openDrawer = useOpenDrawer()
  return (
    <a
      className={classes.record}
      href={`?statement=${statement}`}
      title={title}
      onClick={(event) => openDrawer(event, { statement })}
    >
      {children}
    </a>
  )
}
