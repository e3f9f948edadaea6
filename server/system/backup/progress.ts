const EVERY_MS = 5_000

export const throttleLines = (say: (line: string) => void): ((line: string) => void) => {
  let last = performance.now()
  return (line) => {
    if (performance.now() - last < EVERY_MS) return
    last = performance.now()
    say(line)
  }
}
