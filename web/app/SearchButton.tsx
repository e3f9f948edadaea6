import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { keyCaps } from '../ui/keys.ts'
import { useT } from '../ui/text/i18n.ts'
import classes from './Header.module.css'
import { showOverlay } from './overlays.ts'

export function SearchButton() {
  const t = useT()
  const keys = keyCaps('Mod+KeyK').flat().join(' ')
  return (
    <UnstyledButton
      className={classes.search}
      aria-label={`${t('Search and commands')} ${keys}`}
      aria-keyshortcuts="Control+K"
      onClick={() => showOverlay('palette')}
    >
      <IconSearch size={18} aria-hidden />
      <kbd className={classes.keys} aria-hidden>
        {keys}
      </kbd>
    </UnstyledButton>
  )
}
