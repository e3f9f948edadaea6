import { useOpenDrawer } from './CustomerLink.tsx'
import classes from './links.module.css'
import { Words } from './Words.tsx'

interface AdminStatementLinkProps {
  readonly id: number
  readonly name: string
  /** False for those who may not see statements. */
  readonly opens: boolean
}

/** An admin's name; a click opens the statement of his wallet over the present screen. */
export function AdminStatementLink({ id, name, opens }: AdminStatementLinkProps) {
  const openDrawer = useOpenDrawer()
  if (!opens) return <Words text={name} />
  const statement = `admin:${id}`
  return (
    <a
      className={classes.record}
      href={`?statement=${statement}`}
      title={name}
      onClick={(event) => openDrawer(event, { statement })}
    >
      {name}
    </a>
  )
}
