import { Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type AdminRow, admins } from '#contract/admins.ts'
import { may, ROLE_NAMES } from '#contract/roles.ts'
import { useSession } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Facts, ProfileCard } from '../ui/ProfileCard.tsx'
import { Loading, ReadError } from '../ui/states.tsx'
import { breakable } from '../ui/text/breakable.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './permissions.module.css'

interface PermissionFrameProps {
  readonly title: string
  readonly children: (admin: AdminRow) => ReactNode
}

export function PermissionFrame({ title, children }: PermissionFrameProps) {
  const { id } = useParams({ strict: false }) as { id: string }
  const own = useSession()?.user.id
  const { data: admin, error, refetch } = useData(admins.show, { id: Number(id) })
  return (
    <div className={classes.page}>
      <PageTitle title={title} />
      <ReadError query={{ error, refetch }} />
      {!admin && !error && <Loading rows={8} height={48} />}
      {admin && (
        <div className={classes.frame}>
          <aside className={classes.card}>
            <Card admin={admin} />
          </aside>
          <div className={classes.main}>
            {admin.id === own ? (
              <Note text="You cannot change your own permissions" />
            ) : may(admin, 'hold_all_modules') ? (
              <Note text="A super admin already has full access" />
            ) : (
              children(admin)
            )}
          </div>
        </div>
      )}
    </div>
  )
}

function Card({ admin }: { admin: AdminRow }) {
  const t = useT()
  return (
    <>
      <ProfileCard of={admin} />
      <Facts
        facts={[
          ['Username', admin.username],
          ['Email', breakable(admin.email)],
          ['Phone', admin.phone],
          ['Role', t(ROLE_NAMES[admin.role])],
        ]}
      />
      <nav className={classes.links} aria-label={t('Permissions of {{name}}', { name: admin.username })}>
        <Link to="/manage-auth-permission/$id" params={{ id: String(admin.id) }}>
          {t('Manage Auth Permission')}
        </Link>
        <Link to="/manage-order-permission/$id" params={{ id: String(admin.id) }}>
          {t('Manage Order Permission')}
        </Link>
        <Link to="/admins">{t('Back to the list')}</Link>
      </nav>
    </>
  )
}

const Note = ({ text }: { text: string }) => {
  const t = useT()
  return (
    <Text role="status" className={classes.note}>
      {t(text)}
    </Text>
  )
}
