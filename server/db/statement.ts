/** Adds a parameter to a statement and answers its place: '$1'. */
export type Bind = (value: unknown) => string

/** A statement under construction: its parameters, and how to add one. */
export const statement = (): { parameters: unknown[]; bind: Bind } => {
  const parameters: unknown[] = []
  return { parameters, bind: (value) => `$${parameters.push(value)}` }
}

const likeEscaped = (value: string) => value.replace(/[\\%_]/g, (character) => `\\${character}`)

/** A LIKE pattern that finds the text anywhere, in lower case. */
export const containing = (value: string): string => `%${likeEscaped(value.toLowerCase())}%`
