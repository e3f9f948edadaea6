import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  type Icon,
  IconBolt,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSun,
  IconSunMoon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { textKey } from '#contract/text.ts'
import { useCan, useRole } from '../calls/session.ts'
import { OWN_GROUP, readShortcuts } from '../ui/keys.ts'
import { chooseLanguage } from '../ui/text/choose-language.ts'
import { languages, otherLanguages, useT } from '../ui/text/i18n.ts'
import type { Command } from './command.ts'
import { logOut } from './log-out.ts'
import { showOverlay } from './overlays.ts'
import { SCREEN_KEYS } from './screen-keys.ts'
import { entriesFor, menuScreens } from './sidebar.ts'
import { useCustomerSearch } from './use-customer-search.ts'
import { GLOBAL_GROUP, GO_TO } from './use-frame-shortcuts.ts'
import { useRecent } from './use-recent.ts'
import { useRecordSearch } from './use-record-search.ts'

interface CommandGroup {
  readonly heading: string
  readonly commands: readonly Command[]
}

const SCHEMES = [
  ['light', 'Light colours', IconSun],
  ['dark', 'Dark colours', IconMoon],
  ['auto', 'System colours', IconSunMoon],
] as const satisfies readonly (readonly [MantineColorScheme, string, Icon])[]

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' })

/** The palette's results for the typed text, or what was used last: what the screen's shortcuts do, an order search, screens, actions, records and customers. */
export function useCommands(query: string): CommandGroup[] {
  const t = useT()
  const typed = query.trim().normalize('NFC')
  const found = (commands: Command[]) => commands.filter((command) => matches(command, typed))
  const orders = { heading: t('Orders'), commands: useOrderSearch(typed) }
  const screen = { heading: t(OWN_GROUP), commands: found(useScreenActions()) }
  const screens = { heading: t('Go to'), commands: found(useScreens()) }
  const actions = { heading: t('Actions'), commands: found(useActions()) }
  // Enter after the name of a screen must open it, not act on the one behind.
  const recent = { heading: t('Recent'), commands: useRecent([screen, screens, actions].flatMap(({ commands }) => commands)) }
  const others = typed === '' ? [recent, screen, screens, actions] : [screens, screen, actions]
  // What is found arrives later. It comes last, so that Enter keeps its meaning.
  const records = { heading: t('Found'), commands: useRecordSearch(typed) }
  const customers = { heading: t('Customers'), commands: useCustomerSearch(typed) }
  // Words are probably a screen, digits an order.
  const groups = /^[#\d]/.test(typed) ? [orders, ...others, records, customers] : [...others, orders, records, customers]
  return groups.filter(({ commands }) => commands.length > 0)
}

/** Every typed word must occur in the text, in either language. */
function matches({ text, english }: Command, typed: string): boolean {
  const within = textKey(`${text} ${english}`)
  return textKey(typed)
    .split(/\s+/)
    .every((word) => within.includes(word))
}

/** What the keys of the screen behind do, run once the focus is back where it was: they act on the row that has it. */
function useScreenActions(): Command[] {
  const t = useT()
  const byKey = new Map<string, Command>()
  // Named groups first: 'Take the next order' before 'Next page', which every list has.
  const groups = readShortcuts().toSorted((one, other) => Number(one.name === OWN_GROUP) - Number(other.name === OWN_GROUP))
  for (const { name, shortcuts } of groups) {
    if (name === GO_TO || name === GLOBAL_GROUP) continue
    for (const { code, label, run } of shortcuts) {
      if (byKey.has(code)) continue
      const press = () => void setTimeout(() => run(new KeyboardEvent('keydown')))
      byKey.set(code, { id: code, text: t(label), english: label, icon: IconBolt, code, run: press })
    }
  }
  return [...byKey.values()]
}

function useOrderSearch(typed: string): Command[] {
  const t = useT()
  const navigate = useNavigate()
  if (!useCan()('orders_view') || typed === '') return []
  const run = () => void navigate({ to: '/order', search: { status: 'all', q: typed } })
  return [{ id: 'orders', text: t('Search orders for {{text}}', { text: typed }), english: '', icon: IconSearch, run }]
}

function useScreens(): Command[] {
  const t = useT()
  const can = useCan()
  const navigate = useNavigate()
  const role = useRole()
  return [...entriesFor(role, can), ...menuScreens(role, can)].map(({ label, path, icon }) => ({
    id: path,
    text: t(label),
    english: label,
    icon,
    ...(SCREEN_KEYS[path] && { code: `KeyG Key${SCREEN_KEYS[path]}` }),
    run: () => void navigate({ to: path }),
  }))
}

function useActions(): Command[] {
  const t = useT()
  const { setColorScheme } = useMantineColorScheme()
  return [
    ...SCHEMES.map(([value, english, icon]) => ({
      id: value,
      text: t(english),
      english,
      icon,
      run: () => setColorScheme(value),
    })),
    ...otherLanguages().map((language) => ({
      id: language,
      text: languages[language],
      english: `Language ${LANGUAGE_NAMES.of(language)}`,
      icon: IconLanguage,
      run: () => chooseLanguage(language),
    })),
    {
      id: 'sheet',
      text: t('Keyboard shortcuts'),
      english: 'Keyboard shortcuts',
      icon: IconKeyboard,
      code: 'Shift+Slash',
      run: () => showOverlay('sheet'),
    },
    {
      id: 'logout',
      text: t('Logout'),
      english: 'Logout',
      icon: IconLogout,
      run: () => void logOut(),
    },
  ]
}
