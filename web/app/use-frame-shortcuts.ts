import { useNavigate } from '@tanstack/react-router'
import { useCan, useRole } from '../calls/session.ts'
import { useShortcuts } from '../ui/keys.ts'
import { showOverlay } from './overlays.ts'
import { SCREEN_KEYS } from './screen-keys.ts'
import { entriesFor } from './sidebar.ts'

export const GO_TO = 'Go to'
export const GLOBAL_GROUP = 'Everywhere'

/** The shortcuts of every screen: G and a letter for screens, the palette and the shortcut sheet. */
export function useFrameShortcuts(): void {
  const navigate = useNavigate()
  const can = useCan()
  const role = useRole()
  const screens = entriesFor(role, can).filter(({ path }) => SCREEN_KEYS[path])
  useShortcuts(
    screens.map(({ path, label }) => ({
      code: `KeyG Key${SCREEN_KEYS[path]}`,
      label,
      run: () => void navigate({ to: path }),
    })),
    GO_TO,
  )
  useShortcuts(
    [
      { code: 'Mod+KeyK', label: 'Search and commands', run: () => showOverlay('palette') },
      { code: 'Shift+Slash', label: 'Keyboard shortcuts', run: () => showOverlay('sheet') },
    ],
    GLOBAL_GROUP,
  )
}
