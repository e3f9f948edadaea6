import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconSunMoon } from '@tabler/icons-react'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useT } from '../ui/text/i18n.ts'
import { usePopup } from '../ui/use-popup.ts'
import { SCHEMES } from './schemes.ts'

const ColourSchemes = lazyComponent(
  () => import('./header-menus.ts'),
  (code) => code.ColourSchemes,
)

export function ColourScheme() {
  const t = useT()
  const { colorScheme } = useMantineColorScheme()
  const Chosen = SCHEMES.find(({ value }) => value === colorScheme)?.icon ?? IconSunMoon
  const { buttonProps, popup } = usePopup('menu')
  return (
    <>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Colour scheme')} {...buttonProps}>
        <Chosen size={20} aria-hidden />
      </ActionIcon>
      <ColourSchemes {...popup} />
    </>
  )
}
