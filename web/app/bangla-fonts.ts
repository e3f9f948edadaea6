// Loaded with the Bangla texts alone: many machines have no font for them, and nobody else should fetch one.
import '@fontsource/noto-sans-bengali/bengali-400.css'
import '@fontsource/noto-sans-bengali/bengali-600.css'

const WEIGHTS = [400, 600]
/** Any letter of the fonts. */
const LETTER = 'অ'
/** A font file that is slow or lost keeps the page away no longer than this. */
const WAIT_MS = 2_000

/** Ends when the letters are here, or after WAIT_MS; letters that come later than that are shown then (app.css). */
export async function bringBanglaLetters(): Promise<void> {
  const letters = Promise.allSettled(WEIGHTS.map((weight) => document.fonts.load(`${weight} 1em "Noto Sans Bengali"`, LETTER)))
  const shown = letters.then(() => document.documentElement.setAttribute('data-bangla-letters', ''))
  await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, WAIT_MS))])
}
