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

/** SQL: a row has this status; any row where none is asked for. A literal of ours, never input: a generic plan cannot use `status = $1` well. */
export const statusIs = (column: string, status: string | undefined): string => (status ? `${column} = '${status}'` : 'true')

const likeEscaped = (value: string) => value.replace(/[\\%_]/g, (character) => `\\${character}`)

/**
 * A LIKE pattern that finds the text anywhere. The database makes lower case of it, as of what is searched: JavaScript would
 * make another one of letters such as 'Σ' and 'İ'.
 */
export const containing = (value: string): string => `%${likeEscaped(value)}%`

/** What pg_trgm makes a trigram of inside a text, in every locale: in that of our own cluster Bangla letters make none. */
const HAS_TRIGRAM = /[a-z0-9]{3}/i

/**
 * SQL: a column that has a trigram index holds the text somewhere. For a text without a trigram that index would be read to its end:
 * written so that it cannot be used, a common fragment stops at the cap of its list and a rare one is one plain scan.
 */
export const contains = (column: string, text: string, bind: Bind): string =>
  `${HAS_TRIGRAM.test(text) ? column : `(${column} || '')`} like lower(${bind(containing(text))})`
