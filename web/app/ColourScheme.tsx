import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun, IconSunMoon } from '@tabler/icons-react'
import { useT } from '../ui/text/i18n.ts'

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconSunMoon },
] as const satisfies readonly { value: MantineColorScheme; label: string; icon: typeof IconSun }[]

export function ColourScheme() {
  const t = useT()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Chosen = schemes.find(({ value }) => value === colorScheme)?.icon ?? IconSunMoon
  return (
    <Menu position="bottom-end" width={190} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Colour scheme')}>
          <Chosen size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          {schemes.map(({ value, label, icon: Icon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon size={18} aria-hidden />}>
              {t(label)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
