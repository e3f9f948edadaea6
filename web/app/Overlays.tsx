import { usePausedShortcuts } from '../ui/keys.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { hideOverlay, useOverlay } from './overlays.ts'
import { useFrameShortcuts } from './use-frame-shortcuts.ts'

/** Keys typed before the palette has loaded must not act on the screen behind it. */
function Opening() {
  usePausedShortcuts()
  return null
}

const Palette = lazyComponent(
  () => import('./Palette.tsx'),
  (code) => code.Palette,
  Opening,
)
const ShortcutSheet = lazyComponent(
  () => import('./ShortcutSheet.tsx'),
  (code) => code.ShortcutSheet,
  Opening,
)

const closePalette = () => hideOverlay('palette')
const closeSheet = () => hideOverlay('sheet')

/** The global shortcuts, with the palette and the shortcut sheet, both loaded on first use. */
export function Overlays() {
  useFrameShortcuts()
  const open = useOverlay()
  return (
    <>
      <Palette opened={open === 'palette'} onClose={closePalette} />
      <ShortcutSheet opened={open === 'sheet'} onClose={closeSheet} />
    </>
  )
}
