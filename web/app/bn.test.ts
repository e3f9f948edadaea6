import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { api } from '#contract/index.ts'
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

test('a translation keeps the places of its values', () => {
  const places = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()
  for (const [english, translated] of Object.entries(bangla)) expect(places(translated), english).toEqual(places(english))
})
