import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { useT } from '../ui/text/i18n.ts'
import type { PopupProps } from '../ui/use-popup.ts'
import { HeaderMenu } from './HeaderMenu.tsx'
import { SCHEMES } from './schemes.ts'

export function ColourSchemes(popup: PopupProps) {
  const t = useT()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <HeaderMenu {...popup} width={190}>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
        {SCHEMES.map(({ value, label, icon: Icon }) => (
          <Menu.RadioItem key={value} value={value} rightSection={<Icon size={18} aria-hidden />}>
            {t(label)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </HeaderMenu>
  )
}
