import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { JOB_LABELS, QUEUE_LABELS } from '#contract/status.ts'
import type { Texts } from '../kit/i18n.ts'

const root = new URL('../', import.meta.url).pathname
const load = async (file: string) => ((await import(`${root}${file}`)) as { texts: Texts }).texts
const bangla: Texts = Object.assign({}, ...(await Promise.all(globSync('**/bn.ts', { cwd: root }).map(load))))

/** Where English texts stand in the source: in `t(...)`, and in the props and tables that are translated later. */
const PLACES = [
  /\bt\(\s*'((?:[^'\\]|\\.)+)'/g,
  /\b(?:label|title|subtitle|pending|name): '([^']+)'/g,
  /\b(?:title|subtitle)="([^"]+)"/g,
]

const sources = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.ts$|bn\.ts$/.test(file))

test.each(sources)('%s says nothing that the Bangla catalogue lacks', (file) => {
  const source = readFileSync(root + file, 'utf8')
  const said = PLACES.flatMap((place) => [...source.matchAll(place)].map((match) => match[1] ?? ''))
  expect(said.filter((text) => /[A-Za-z]{2}/.test(text) && !(text in bangla) && text !== 'Topdeck')).toEqual([])
})

test('every success that the dashboard can show is in the Bangla catalogue', () => {
  const shown = Object.values(api)
    .flatMap((feature) => Object.values(feature))
    .flatMap((endpoint) => ('done' in endpoint ? endpoint.done : []))
  expect(shown.filter((text) => text && !(text in bangla))).toEqual([])
})

test('every queue and every job has a name in the Bangla catalogue', () => {
  const names = [...Object.values(QUEUE_LABELS), ...Object.values(JOB_LABELS)]
  expect(names.filter((name) => !(name in bangla))).toEqual([])
})

test('a translation keeps the places of its values', () => {
  const places = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()
  for (const [english, translated] of Object.entries(bangla)) expect(places(translated), english).toEqual(places(english))
})

/** What the store's program reads, or only a caller who is not our dashboard. */
const NOT_FOR_STAFF =
  /HEADER|^(?:The store key|Send the body|The body must|The request is not well formed|No such (?:user|package|product|payment method)$|This user is banned)/
const SAID = [
  /new (?:Conflict|Invalid|TooMany|Unavailable)\(\s*(?:'((?:[^'\\]|\\.)+)'|`([^`]+)`)/g,
  /'((?:Must|At most|At least|Contains|Enter) [^']+|[^']+ is required|Passwords do not match)'/g,
]
const house = new URL('../../', import.meta.url).pathname
const sayers = globSync(['contract/**/*.ts', 'server/**/*.ts'], { cwd: house }).filter(
  (file) => !/\.test\.ts$|^server\/(?:proofs|testing|demo)\//.test(file),
)
/** With figures and names alike, whichever way they are written. */
const withoutNames = (text: string) => text.replace(/\$\{[^}]+\}|\{\{\w+\}\}/g, '{{}}')
const known = new Set(Object.keys(bangla).map(withoutNames))

test.each(sayers)('what %s refuses with is in the Bangla catalogue', (file) => {
  const source = readFileSync(house + file, 'utf8')
  const places = /^server\/ledger\/[\w-]*rules\.ts$/.test(file) ? [...SAID, /about: '([^']+)'/g] : SAID
  const said = places.flatMap((place) => [...source.matchAll(place)].map(([, words, filled]) => words ?? filled ?? ''))
  expect(said.filter((sentence) => !NOT_FOR_STAFF.test(sentence) && !known.has(withoutNames(sentence)))).toEqual([])
})
