import pg from 'pg'
import { textKey } from '#contract/text.ts'

export type Bind = (value: unknown) => string

export const statement = (): { parameters: unknown[]; bind: Bind } => {
  const parameters: unknown[] = []
  return { parameters, bind: (value) => `$${parameters.push(value)}` }
}

/** Binds when it is first used: PostgreSQL rejects a parameter that the statement does not use. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

export const literal: Bind = (value) => {
  if (value === null) return 'null'
  if (typeof value === 'string') return pg.escapeLiteral(value)
  if (typeof value === 'number') return `'${value}'`
  if (Array.isArray(value) && value.every((item) => typeof item === 'number')) return `'{${value.join(',')}}'`
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  throw new Error(`There is no literal for ${JSON.stringify(value)}`)
}

/** SQL: the row has this status, or any. A literal of ours, never input: a generic plan cannot use `status = $1` well. */
export const statusIs = (column: string, status: string | undefined): string => (status ? `${column} = '${status}'` : 'true')

const likeEscaped = (value: string) => value.replace(/[\\%_]/g, (character) => `\\${character}`)

/** A LIKE pattern. The database folds both sides: JavaScript differs for letters such as 'Σ' and 'İ'. */
export const containing = (value: string): string => `%${likeEscaped(value)}%`

/** The characters that pg_trgm indexes in every locale. In our own cluster's, Bangla letters have no trigrams. */
const HAS_TRIGRAM = /[a-z0-9]{3}/i

/** SQL: the column, which holds keys, contains the text. Without a trigram the index would be read completely, so the condition then avoids it: a
 * common text stops at the list's cap, a rare one costs one plain scan. */
export const contains = (column: string, text: string, bind: Bind): string => {
  const key = textKey(text)
  if (key === '') return 'false'
  return `${HAS_TRIGRAM.test(key) ? column : `(${column} || '')`} like text_key(${bind(containing(text))})`
}
