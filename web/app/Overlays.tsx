import { useState } from 'react'
import { usePausedShortcuts } from '../ui/keys.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { hideOverlay, type Overlay, useOverlay } from './overlays.ts'
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
  const wasOpened = useEverOpened(open)
  return (
    <>
      {wasOpened.has('palette') && <Palette opened={open === 'palette'} onClose={closePalette} />}
      {wasOpened.has('sheet') && <ShortcutSheet opened={open === 'sheet'} onClose={closeSheet} />}
    </>
  )
}

function useEverOpened(open: Overlay | null): ReadonlySet<Overlay> {
  const [opened, setOpened] = useState<ReadonlySet<Overlay>>(new Set())
  if (open === null || opened.has(open)) return opened
  const now = new Set([...opened, open])
  setOpened(now)
  return now
}
