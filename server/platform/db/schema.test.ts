import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createDatabase, openTestDatabase } from '../../../test/support/database.ts'
import { query } from './connect.ts'
import { describeSchema } from './generate-schema.ts'
import { openPool } from './pool.ts'

test('schema.ts describes the tables of db/', async () => {
  const database = await createDatabase()
  const pool = openPool(database.url, 1)
  try {
    // `npm run schema` writes the file.
    await expect(await describeSchema(pool)).toMatchFileSnapshot('./schema.ts')
    // A type that the generator does not know must stop it, not become a guess.
    await pool.query('create table odd (shape point)')
    await expect(describeSchema(pool)).rejects.toThrow('odd.shape')
  } finally {
    await pool.end()
    await database.drop()
  }
})

test('an order is written into the indexes that something reads, and into no other', async () => {
  const { db, close } = await openTestDatabase()
  const indexes = await query<{ name: string }>(
    db,
    `select substr(indexname, 8) as name from pg_indexes where schemaname = 'public' and tablename = 'orders' order by name`,
  )
  expect(indexes.map(({ name }) => name)).toEqual(
    'amount closed completed_by created holder package package_closed phone pkey playerid reference_unique secrets status user voucher_unique'.split(
      ' ',
    ),
  )
  await close()
})

const DB = new URL('../../../db/', import.meta.url)
const readSource = (path: string) => readFileSync(new URL(path, DB), 'utf8')
const sources = globSync('**/*.sql', { cwd: DB }).sort()

test('each database object is defined once', () => {
  const DEFINITION =
    /^\s*create (?:or replace )?(?:unique |materialized |unlogged )*(table|function|procedure|view|trigger|index|domain|type|sequence|extension) (?:if not exists )?(?:concurrently )?(\w+)( ?\([^)]*\))?/gim
  const defined = sources.flatMap((path) =>
    [...readSource(path).replace(/--.*$/gm, '').matchAll(DEFINITION)].map(([, kind = '', name, parameters]) => {
      // A function may have another one of its name beside it, for other parameters.
      const isOverloadable = /function|procedure/i.test(kind)
      return `${kind} ${name}${isOverloadable ? parameters?.replace(/\s+/g, ' ') : ''}`.toLowerCase()
    }),
  )
  expect(defined.length).toBeGreaterThan(250)
  expect(defined.filter((name, at) => defined.indexOf(name) !== at)).toEqual([])
})

/** `<sha256>  <path>`, as sha256sum writes it. */
const released = new Map(
  readSource('released.sha256')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(66), line.slice(0, 64)]),
)

test('tables and migrations that were released have not been edited', () => {
  const present = new Map(
    sources
      .filter((path) => released.has(path))
      .map((path) => [path, createHash('sha256').update(readSource(path)).digest('hex')]),
  )
  expect(present).toEqual(released)
})

test('a release has released all of its tables and migrations', () => {
  const { version } = JSON.parse(readSource('../package.json')) as { version: string }
  const isRelease = !version.includes('-')
  const unreleased = sources.filter((path) => !path.endsWith('.functions.sql') && !released.has(path))
  expect(isRelease ? unreleased : []).toEqual([])
})
