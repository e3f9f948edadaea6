import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TABLE_NAMES } from './table-names.ts'

const root = new URL('../', import.meta.url).pathname
const sources = globSync('**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.ts$|bn\.ts$/.test(file))
  .map((file) => readFileSync(root + file, 'utf8'))

const found = (pattern: RegExp) => sources.flatMap((source) => [...source.matchAll(pattern)].map((match) => match[1] ?? ''))
const quoted = (text: string) => [...text.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '')

/** The plain resources that have a list; its table goes by the list's path. */
const listed = found(/<CrudList\s[^>]*?\bcrud=\{(\w+)\}/g)
const pathOf = (crud: string) => found(new RegExp(`\\b${crud}: Crud<\\w+> = \\{[\\s\\S]*?\\bpath: '/([\\w-]+)'`, 'g'))

/** Under which names tables are remembered: as declared, or by the path of a plain resource. */
const remembered = [
  ...found(/\buseTableModel\(([^,]*),/g).flatMap(quoted),
  ...found(/\btable(?:: |=)['"]([\w -]+)['"]/g),
  ...listed.flatMap(pathOf),
]

test('every remembered table has a name on /tables, and no name is of a gone table', () => {
  expect([...new Set(remembered)].sort()).toEqual(Object.keys(TABLE_NAMES).sort())
})
