const EVERY_MS = 5_000

/** Passes on what is told at most once in a few seconds: nothing for a small shop, some signs of life for a large one. */
export const paced = (say: (line: string) => void): ((line: string) => void) => {
  let last = performance.now()
  return (line) => {
    if (performance.now() - last < EVERY_MS) return
    last = performance.now()
    say(line)
  }
}
