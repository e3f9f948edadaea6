import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './profile.module.css'

export function ProfileFrame({ title, children }: { title: string; children: ReactNode }) {
  const t = useT()
  return (
    <Stack gap="lg" maw={960}>
      <PageTitle title={title} />
      <div className={classes.frame}>
        <nav aria-label={t('Profile menu')} className={classes.menu}>
          <Link to="/profile" activeOptions={{ exact: true }} className={classes.entry}>
            {t('Profile')}
          </Link>
          <Link to="/profile/change-password" className={classes.entry}>
            {t('Change password')}
          </Link>
          <Link to="/profile/security" className={classes.entry}>
            {t('Security')}
          </Link>
        </nav>
        <div className={classes.body}>{children}</div>
      </div>
    </Stack>
  )
}
