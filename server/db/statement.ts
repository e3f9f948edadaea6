import pg from 'pg'

/** Adds a parameter to a statement and answers its place: '$1'. */
export type Bind = (value: unknown) => string

/** A statement under construction: its parameters, and how to add one. */
export const statement = (): { parameters: unknown[]; bind: Bind } => {
  const parameters: unknown[] = []
  return { parameters, bind: (value) => `$${parameters.push(value)}` }
}

/** Writes a value into a statement that takes no parameters, where it means what the parameter would. */
export const literal: Bind = (value) => {
  if (typeof value === 'string') return pg.escapeLiteral(value)
  if (typeof value === 'number') return `'${value}'`
  if (Array.isArray(value) && value.every((item) => typeof item === 'number')) return `'{${value.join(',')}}'`
  throw new Error(`There is no literal for ${JSON.stringify(value)}`)
}

const likeEscaped = (value: string) => value.replace(/[\\%_]/g, (character) => `\\${character}`)

/** A LIKE pattern that finds the text anywhere, in lower case. */
export const containing = (value: string): string => `%${likeEscaped(value.toLowerCase())}%`
