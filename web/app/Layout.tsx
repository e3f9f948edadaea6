import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { preloadWhenIdle } from '../calls/lazy-import.ts'
import { useProfile } from '../calls/session.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { PopupPanel } from '../ui/MenuButton.tsx'
import { ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { Header } from './Header.tsx'
import classes from './Layout.module.css'
import './print.css'
import { Overlays } from './Overlays.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { ProfileEntries } from './ProfileMenu.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useClaimRenewal } from './use-claim-renewal.ts'
import { useHeldOrders } from './use-held-orders.ts'
import { useLiveStream } from './use-live-stream.ts'

const PhoneMenu = lazyComponent(
  () => import('./PhoneMenu.tsx'),
  (code) => code.PhoneMenu,
)

/** Header, sidebar and screen. On a phone the sidebar is a drawer, opened from the bar at the bottom; elsewhere it
 * is full or an icon rail, as last chosen. */
export function Layout() {
  const t = useT()
  useLiveStream()
  useHeldOrders()
  useClaimRenewal()
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const [isWide, setWide] = useLocalStorage({ key: 'sidebar-open', defaultValue: true, getInitialValueInEffect: false })
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  // Immediately: the title of the chosen screen takes the focus after this.
  const shut = () => {
    setDrawerOpen(false)
    toggle.current?.focus()
  }
  usePreloadedPopups(isPhone)
  return (
    <>
      <a href="#content" className={classes.skip} data-unprinted>
        {t('Skip to content')}
      </a>
      <Header {...(!isPhone && { sidebar: { toggle, isOpen: isWide, onToggle: () => setWide(!isWide) } })} />
      <div className={classes.below}>
        {!isPhone && (
          <div className={classes.side} data-rail={!isWide || undefined} data-unprinted>
            <Sidebar rail={!isWide} />
          </div>
        )}
        <main id="content" tabIndex={-1} className={classes.content}>
          <ProfileError />
          <Outlet />
        </main>
      </div>
      {isPhone && <PhoneBar ref={toggle} isOpen={isDrawerOpen} onMore={() => setDrawerOpen(true)} />}
      <Overlays />
      {isPhone && <PhoneMenu opened={isDrawerOpen} onClose={shut} />}
    </>
  )
}

/** After the first screen, so that they open without a connection too. */
function usePreloadedPopups(isPhone: boolean): void {
  const isProfileHere = useProfile().data !== undefined
  useEffect(() => {
    if (!isProfileHere) return
    return preloadWhenIdle([PopupPanel.preload, ProfileEntries.preload, ...(isPhone ? [PhoneMenu.preload] : [])])
  }, [isProfileHere, isPhone])
}

/** Without the profile, most menu entries and buttons are missing. Not in the menu, which may be a rail or a drawer. */
function ProfileError() {
  const { data, error, refetch } = useProfile()
  return error && !data && <ReadError query={{ error, refetch }} />
}
