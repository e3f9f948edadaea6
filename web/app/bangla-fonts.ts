// Many machines have no Bangla font, and names and notes are Bangla on English screens too. A file is fetched for its letters alone.
import '@fontsource/noto-sans-bengali/400.css'
import '@fontsource/noto-sans-bengali/600.css'

const FAMILY = 'Noto Sans Bengali'
const WEIGHTS = [400, 600]
const LETTER = 'অ'
/** A slow or lost font file must not delay the page longer than this. */
const WAIT_MS = 2_000

// Fonts that load later are still applied (app.css).
document.fonts.addEventListener('loadingdone', ({ fontfaces }) => {
  if (fontfaces.some(({ family }) => family.includes(FAMILY))) document.documentElement.setAttribute('data-bangla-letters', '')
})

/** Resolves when the fonts have loaded, or after WAIT_MS. */
export async function loadBanglaFonts(): Promise<void> {
  const letters = Promise.allSettled(WEIGHTS.map((weight) => document.fonts.load(`${weight} 1em "${FAMILY}"`, LETTER)))
  await Promise.race([letters, new Promise((resolve) => setTimeout(resolve, WAIT_MS))])
}
