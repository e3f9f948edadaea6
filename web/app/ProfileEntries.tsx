import { Menu } from '@mantine/core'
import { IconCheck, IconKeyboard, IconLogout, IconUserCircle, IconVolume } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { soundTone, useSound } from '../calls/live/sound.ts'
import { useCan, useRole } from '../calls/session.ts'
import { useT } from '../ui/text/i18n.ts'
import type { PopupProps } from '../ui/use-popup.ts'
import classes from './Header.module.css'
import { HeaderMenu } from './HeaderMenu.tsx'
import { logOut } from './log-out.ts'
import { showOverlay } from './overlays.ts'
import { menuScreens } from './sidebar.ts'

/** Its own icon stands in the column of the other entries' icons, the check mark on the right. */
const SOUND = { itemIndicator: classes.none ?? '' }

export function ProfileEntries({ name, ...popup }: PopupProps & { name: string }) {
  const t = useT()
  const role = useRole()
  const can = useCan()
  const canHearOrders = can('orders_view')
  const [isSoundOn, setSoundOn] = useSound()
  const switchSound = (isOn: boolean) => {
    setSoundOn(isOn)
    // Browsers allow sound only after a click, and the tone confirms that it is on.
    if (isOn) void soundTone()
  }
  return (
    <HeaderMenu {...popup} width={230}>
      <Menu.Label>{name}</Menu.Label>
      <Menu.Item leftSection={<IconUserCircle size={18} aria-hidden />} renderRoot={(props) => <Link to="/profile" {...props} />}>
        {t('Profile')}
      </Menu.Item>
      {menuScreens(role, can).map((screen) => (
        <Menu.Item
          key={screen.path}
          leftSection={<screen.icon size={18} aria-hidden />}
          renderRoot={(props) => <Link to={screen.path} {...props} />}
        >
          {t(screen.label)}
        </Menu.Item>
      ))}
      <Menu.Item leftSection={<IconKeyboard size={18} aria-hidden />} onClick={() => showOverlay('sheet')}>
        {t('Keyboard shortcuts')}
      </Menu.Item>
      {canHearOrders && (
        <Menu.CheckboxItem
          checked={isSoundOn}
          onChange={switchSound}
          closeMenuOnClick={false}
          rightSection={isSoundOn && <IconCheck size={16} aria-hidden />}
          classNames={SOUND}
        >
          <span className={classes.sound}>
            <IconVolume size={18} aria-hidden />
            {t('Sound for new orders')}
          </span>
        </Menu.CheckboxItem>
      )}
      <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={logOut}>
        {t('Logout')}
      </Menu.Item>
    </HeaderMenu>
  )
}
