/** How many rounds a proof makes: its own variable, else the full number under `npm run prove`, else a few to try it. */
export const roundsOf = (variable: string, full: number): number => {
  const given = process.env[variable]
  if (given) return Number(given)
  return process.env.PROVE ? full : Math.max(1, Math.ceil(full / 50))
}

/** The line that a proof leaves behind. */
export const report = (line: string): void => console.log(`prove: ${line}`)

/** '1.2 s' of milliseconds. */
export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
