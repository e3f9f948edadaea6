import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import { chooseLanguage } from '../ui/text/choose-language.ts'
import { useT } from '../ui/text/i18n.ts'
import { LanguageSwitch } from '../ui/text/LanguageSwitch.tsx'
import { useShop } from '../ui/text/shop.ts'
import { ColourScheme } from './ColourScheme.tsx'
import { Connection } from './Connection.tsx'
import classes from './Header.module.css'
import { ProfileMenu } from './ProfileMenu.tsx'
import { SearchButton } from './SearchButton.tsx'

interface HeaderProps {
  /** Absent on a phone, whose bar at the bottom has both the menu and the search. */
  readonly sidebar?: {
    readonly isOpen: boolean
    readonly onToggle: () => void
    readonly toggle: Ref<HTMLButtonElement>
  }
}

export function Header({ sidebar }: HeaderProps) {
  const t = useT()
  const { name } = useShop()
  return (
    <header className={classes.header} data-unprinted>
      {sidebar && (
        <ActionIcon
          ref={sidebar.toggle}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('Sidebar')}
          aria-expanded={sidebar.isOpen}
          onClick={sidebar.onToggle}
        >
          <IconMenu2 size={22} aria-hidden />
        </ActionIcon>
      )}
      <Link to="/" className={classes.product}>
        <img src="/favicon.svg" width={26} height={26} alt="" />
        <span>Topdeck</span>
        {name && <small>{name}</small>}
      </Link>
      <div className={classes.tools}>
        {sidebar && <SearchButton />}
        <Connection />
        <LanguageSwitch choose={chooseLanguage} />
        <ColourScheme />
        <ProfileMenu />
      </div>
    </header>
  )
}
