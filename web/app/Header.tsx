import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { chooseLanguage } from '../kit/choose-language.ts'
import { useT } from '../kit/i18n.ts'
import { LanguageSwitch } from '../kit/LanguageSwitch.tsx'
import { useShop } from '../kit/shop.ts'
import { ColourScheme } from './ColourScheme.tsx'
import { Connection } from './Connection.tsx'
import classes from './Header.module.css'
import { ProfileMenu } from './ProfileMenu.tsx'
import { SearchButton } from './SearchButton.tsx'

/** The top bar. */
export function Header({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const t = useT()
  const { name } = useShop()
  return (
    <header className={classes.header}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Sidebar')} aria-expanded={isOpen} onClick={onToggle}>
        <IconMenu2 size={22} aria-hidden />
      </ActionIcon>
      <Link to="/" className={classes.product}>
        <img src="/favicon.svg" width={26} height={26} alt="" />
        <span>Topdeck</span>
        {name && <small>{name}</small>}
      </Link>
      <div className={classes.tools}>
        <SearchButton />
        <Connection />
        <LanguageSwitch choose={chooseLanguage} />
        <ColourScheme />
        <ProfileMenu />
      </div>
    </header>
  )
}
