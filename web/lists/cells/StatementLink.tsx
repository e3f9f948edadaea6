import type { ReactNode } from 'react'
import { useMay } from '../../calls/session.ts'
import { useOpenDrawer } from './CustomerLink.tsx'
import classes from './links.module.css'
import { Words } from './Words.tsx'

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

interface AdminStatementLinkProps {
  readonly id: number
  readonly name: string
  /** False for admins who may not see statements. */
  readonly opens: boolean
  /** Only super admins may open a deleted admin's statement. */
  readonly isDeleted?: boolean
}

/** An admin's name; a click opens the statement of their wallet over the current screen. */
export function AdminStatementLink({ id, name, opens, isDeleted = false }: AdminStatementLinkProps) {
  const isSuper = useMay('run_the_shop')
  if (!opens || (isDeleted && !isSuper)) return <Words text={name} />
  return (
    <StatementLink statement={`admin:${id}`} title={name}>
      {name}
    </StatementLink>
  )
}
