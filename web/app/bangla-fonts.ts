// Loaded with the Bangla texts only: many machines have no Bangla font, and nobody else should fetch one.
import '@fontsource/noto-sans-bengali/bengali-400.css'
import '@fontsource/noto-sans-bengali/bengali-600.css'

const WEIGHTS = [400, 600]
const LETTER = 'অ'
/** A slow or lost font file must not delay the page longer than this. */
const WAIT_MS = 2_000

/** Resolves when the fonts have loaded, or after WAIT_MS; fonts that load later are still applied (app.css). */
export async function loadBanglaFonts(): Promise<void> {
  const letters = Promise.allSettled(WEIGHTS.map((weight) => document.fonts.load(`${weight} 1em "Noto Sans Bengali"`, LETTER)))
  const shown = letters.then(() => document.documentElement.setAttribute('data-bangla-letters', ''))
  await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, WAIT_MS))])
}
