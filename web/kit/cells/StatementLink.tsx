import type { ReactNode } from 'react'
import { useOpenDrawer } from './CustomerLink.tsx'
import classes from './links.module.css'

interface StatementLinkProps {
  /** Whose, as the address says it: 'admin:3', 'own'. */
  readonly statement: string
  readonly title?: string
  readonly children: ReactNode
}

/** A click opens the statement of a wallet over the present screen. */
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
