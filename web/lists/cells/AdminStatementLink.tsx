import { useRole } from '../../calls/session.ts'
import { StatementLink } from './StatementLink.tsx'
import { Words } from './Words.tsx'

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
  const isSuper = useRole() === 'super'
  if (!opens || (isDeleted && !isSuper)) return <Words text={name} />
  return (
    <StatementLink statement={`admin:${id}`} title={name}>
      {name}
    </StatementLink>
  )
}
