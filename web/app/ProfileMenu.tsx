import { Button, Menu, Text } from '@mantine/core'
import { IconChevronDown, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { session } from '#contract/session.ts'
import { call } from '../kit/api.ts'
import { useT } from '../kit/i18n.ts'
import { useSession } from '../kit/session.ts'
import { clearSession } from '../kit/session-store.ts'
import classes from './Header.module.css'

/** The admin's name, with Profile and Logout. */
export function ProfileMenu() {
  const t = useT()
  const user = useSession()?.user
  const name = `${user?.first_name ?? ''} ${user?.last_name ?? ''}`.trim()
  return (
    <Menu position="bottom-end" width={200} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px={8}
          leftSection={<IconUserCircle size={22} aria-hidden />}
          rightSection={<IconChevronDown size={14} className={classes.chevron} aria-hidden />}
        >
          <Text span size="sm" fw={500} className={classes.name}>
            {name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
        <Menu.Item
          leftSection={<IconUserCircle size={18} aria-hidden />}
          renderRoot={(props) => <Link to="/profile" {...props} />}
        >
          {t('Profile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={logout}>
          {t('Logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Leaving never waits for the server; its row ends as soon as the call arrives. */
function logout(): void {
  void call(session.logout, {}).catch(() => undefined)
  clearSession()
}
