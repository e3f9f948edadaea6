import { Button, Text } from '@mantine/core'
import { IconChevronDown, IconUserCircle } from '@tabler/icons-react'
import { useProfile, useSession } from '../calls/session.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { nameOf } from '../ui/text/name-of.ts'
import { usePopup } from '../ui/use-popup.ts'
import classes from './Header.module.css'

export const ProfileEntries = lazyComponent(
  () => import('./header-menus.ts'),
  (code) => code.ProfileEntries,
)

export function ProfileMenu() {
  const session = useSession()
  // The session's name dates from sign-in.
  const name = nameOf(useProfile().data ?? session?.user)
  const { buttonProps, popup } = usePopup('menu')
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        px={8}
        className={classes.profile}
        title={name}
        leftSection={<IconUserCircle size={22} aria-hidden />}
        rightSection={<IconChevronDown size={14} className={classes.chevron} aria-hidden />}
        {...buttonProps}
      >
        <Text span size="sm" fw={500} className={classes.name}>
          {name}
        </Text>
      </Button>
      <ProfileEntries {...popup} name={name} />
    </>
  )
}
