import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import { useCan, useRole } from '../calls/session.ts'
import { useT } from '../ui/text/i18n.ts'
import { showOverlay } from './overlays.ts'
import classes from './PhoneBar.module.css'
import { entriesFor } from './sidebar.ts'
import { WaitingCount } from './WaitingCount.tsx'

/** What a thumb needs most, in this order, as far as permitted. */
const FIRST: readonly string[] = ['/order', '/add-wallet', '/product-order', '/withdraw-earn-wallet']
const SCREENS = 2

interface PhoneBarProps {
  readonly ref: Ref<HTMLButtonElement>
  readonly isOpen: boolean
  readonly onMore: () => void
}

/** At the bottom of a phone: the screens of work, the search, and the menu of all screens. `ref` is the menu's button. */
export function PhoneBar({ ref, isOpen, onMore }: PhoneBarProps) {
  const t = useT()
  const screens = entriesFor(useRole(), useCan())
    .filter(({ path }) => FIRST.includes(path))
    .sort((one, other) => FIRST.indexOf(one.path) - FIRST.indexOf(other.path))
  return (
    <nav className={classes.bar} aria-label={t('Quick access')} data-foot>
      {screens.slice(0, SCREENS).map((entry) => (
        <Link key={entry.path} to={entry.path} className={classes.entry}>
          <entry.icon size={22} stroke={1.7} aria-hidden />
          <span>{t(entry.label)}</span>
          <WaitingCount entry={entry} className={classes.count} />
        </Link>
      ))}
      <button type="button" className={classes.entry} onClick={() => showOverlay('palette')}>
        <IconSearch size={22} stroke={1.7} aria-hidden />
        <span>{t('Search')}</span>
      </button>
      <button
        ref={ref}
        type="button"
        className={classes.entry}
        aria-label={t('More screens')}
        aria-expanded={isOpen}
        onClick={onMore}
      >
        <IconMenu2 size={22} stroke={1.7} aria-hidden />
        <span>{t('More')}</span>
      </button>
    </nav>
  )
}
