import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { modules } from '#contract/access.ts'
import { api } from '#contract/index.ts'
import type { Tk } from '#contract/money.ts'
import { SECOND_FACTOR_LABELS } from '#contract/settings.ts'
import { accountTitle, explain, HIDDEN, JOURNALS } from '#contract/statement-lines.ts'
import { ACCOUNT_KINDS, STORE_ACCOUNTS } from '#contract/statements.ts'
import { RULES } from '../../server/core/ledger/rules.ts'
import { findFilled } from '../ui/text/findings.ts'
import { languages, type Texts } from '../ui/text/i18n.ts'

const root = new URL('../../', import.meta.url).pathname
const load = async (file: string) => ((await import(`${root}${file}`)) as { texts: Texts }).texts
const catalogues = await Promise.all(globSync('web/**/bn.ts', { cwd: root }).map(load))
const bangla: Texts = Object.assign({}, ...catalogues)

/** Where English texts stand in the source beside `t(...)`: in the props and tables that are translated later. */
const PLACES = [
  /\b(?:label|title|subtitle|pending|name): '([^']+)'/g,
  /\b(?:title|subtitle|label|description|placeholder|about)="([^"]+)"/g,
]
const CALL = /\b(?:t|translate)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g
/** The texts that a call of `t` may be given: keys in brackets, values in braces and what something is compared with are none. */
const textsIn = (source: string) =>
  [...source.matchAll(CALL)].flatMap(([, given = '']) =>
    [...(given.replace(/\[[^\]]*\]/g, '').split(/,\s*\{/)[0] ?? '').matchAll(/(?<!===\s*)'((?:[^'\\]|\\.)+)'/g)].map(
      ([, text = '']) => text,
    ),
  )

/** The texts by key in a `Record<..., string>`: nothing marks the place where one is translated. */
const TABLE = /\bRecord<(?:[^<>=]|<[^<>]*>)*, string>> = \{([^}]*(?:\}\}[^}]*)*)\}/g
const VALUE = /:\s+'((?:[A-Z]|\{\{)(?:[^'\\]|\\.)+)'/g
const valuesIn = (source: string) =>
  [...source.matchAll(TABLE)].flatMap(([, table = '']) => [...table.matchAll(VALUE)].map(([, text = '']) => text))

const sources = globSync('{web,contract}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.ts$|bn(-messages)?\.ts$|screen-keys\.ts$/.test(file),
)

test.each(sources)('%s says nothing that the Bangla catalogue lacks', (file) => {
  const source = readFileSync(root + file, 'utf8')
  const isWeb = file.startsWith('web/')
  const found = [
    ...valuesIn(source),
    ...(isWeb
      ? [...textsIn(source), ...PLACES.flatMap((place) => [...source.matchAll(place)].map(([, text = '']) => text))]
      : []),
  ]
  expect(found.filter((text) => /[A-Za-z]{2}/.test(text) && !(text in bangla) && text !== 'Topdeck')).toEqual([])
})

// 't' knows whole texts alone: 'At most 120 characters' would stay English.
test('field errors are translated by tMessage, which knows the figures in a sentence', () => {
  const lines = sources.flatMap((file) => readFileSync(root + file, 'utf8').split('\n'))
  expect(lines.filter((line) => /\berror[=:].*\b(?:t|translate)\((?!['"])|(?:, |=> )t\((?:message|faults)\b/.test(line))).toEqual(
    [],
  )
  expect(lines.filter((line) => /\berror[=:].*\btMessage\(/.test(line)).length).toBeGreaterThan(5)
})

test('no English text has two Bangla ones, of which the last would be shown everywhere', () => {
  const found = catalogues.flatMap((texts) => Object.entries(texts))
  expect(found.filter(([english, translated]) => bangla[english] !== translated)).toEqual([])
})

test('every success that the dashboard can show is in the Bangla catalogue', () => {
  const shown = Object.values(api)
    .flatMap((feature) => Object.values(feature))
    .flatMap((endpoint) => ('done' in endpoint ? endpoint.done : []))
  expect(shown.filter((text) => text && !(text in bangla))).toEqual([])
})

test('every task that can be granted is named and described in the Bangla catalogue', () => {
  const texts = Object.values(modules).flatMap(({ name, description }) => [name, description])
  expect(texts.filter((text) => !(text in bangla))).toEqual([])
})

test('every policy of second factors is named in the Bangla catalogue', () => {
  expect(Object.values(SECOND_FACTOR_LABELS).filter((name) => !(name in bangla))).toEqual([])
})

test('each language but English has a catalogue beside every feature', () => {
  const sizes = Object.keys(languages).map((language) => globSync(`web/**/${language}.ts`, { cwd: root }).length)
  expect(sizes).toEqual(sizes.map((_, at) => (at === 0 ? 0 : catalogues.length)))
})

test('a translation keeps the places of its values', () => {
  const places = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()
  for (const [english, translated] of Object.entries(bangla)) expect(places(translated), english).toEqual(places(english))
})

test('figures are in Latin digits', () => {
  expect(Object.values(bangla).filter((text) => /[\u09e6-\u09ef]/.test(text))).toEqual([])
})

/** In Bangla, or as it is where the catalogue lacks it; names and figures are '7'. */
const inBangla = (text: string, values: Record<string, string> = {}) =>
  (bangla[text] ?? text).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '7')
const englishOf = (text: string) => text.replaceAll(/\btk\b/g, '').match(/[A-Za-z]{2,}/g) ?? []
const translateFilled = (sentence: string) => {
  const found = findFilled(sentence, bangla)
  return found ? inBangla(found.text, found.values) : inBangla(sentence)
}

const isStores = (kind: string) => (STORE_ACCOUNTS as readonly string[]).includes(kind)
const statementKinds: [source: string | null, kind: string][] = [
  ...Object.entries(JOURNALS).flatMap(([source, kinds]) => Object.keys(kinds).map((kind): [string, string] => [source, kind])),
  ...Object.keys(HIDDEN).map((kind): [null, string] => [null, kind]),
]

test.each(statementKinds)('each line of a statement is in Bangla: %s %s', (source, kind) => {
  const record = source === null ? { source, source_id: null, detail: '' } : { source, source_id: 7, detail: '7' }
  const lines = ACCOUNT_KINDS.flatMap((other_kind) =>
    ([7, -7] as Tk[]).flatMap((amount) =>
      [true, false].map((rises_with_other) => {
        const across = { other_kind, other_owner: isStores(other_kind) ? null : '7', rises_with_other }
        return explain({ ...record, kind, amount, ...across }, inBangla)
      }),
    ),
  )
  expect(new Set(lines).size).toBe(ACCOUNT_KINDS.length * 4)
  expect(lines.flatMap(englishOf)).toEqual([])
})

test('each account is named in Bangla, on its statement and among the frozen ones', () => {
  const names = ACCOUNT_KINDS.map((kind) => accountTitle(isStores(kind) ? null : '7', kind))
  const frozen = ACCOUNT_KINDS.filter((kind) => !isStores(kind)).map((kind) => `7: ${kind.replaceAll('_', ' ')}`)
  expect([...names, ...frozen].filter((name) => englishOf(translateFilled(name)).length > 0)).toEqual([])
})

/** Places of the rules' sentences that hold words, and those words. */
const PLACEHOLDER_WORDS: readonly (readonly [place: string, words: readonly string[]])[] = [
  ['(%s) ', ACCOUNT_KINDS.filter((kind) => !isStores(kind)).map((kind) => `(${kind}) `)],
  ['which %s', Object.keys(JOURNALS).flatMap((name) => (name === 'opening' ? [] : `which ${name.replaceAll('_', ' ')}`))],
  ['%s: placed', ['Orders of %s, package %s, admin %s: placed']],
  ['%s: collected', ['Shift of %s, account %s: collected']],
  ['%s: n,', ['Figures of %s of %s: n,']],
]
/** What a rule's SQL says of a broken row, by `format('...', ...)`. */
const messagesOf = (sql: string) =>
  [...sql.matchAll(/\bformat\('((?:[^']|'')+)'/g)]
    .map(([, sentence = '']) => sentence.replaceAll("''", "'"))
    .flatMap((sentence) => {
      const [place, words] = PLACEHOLDER_WORDS.find(([place]) => sentence.includes(place)) ?? ['', ['']]
      return words.map((word) => sentence.replace(place, word))
    })
    .map((sentence) => sentence.replaceAll('%s', '7'))

test.each(RULES)('what breaks the rule $name is reported in Bangla', ({ sql }) => {
  const sentences = messagesOf(sql)
  expect(sentences.length).toBeGreaterThan(0)
  for (const sentence of sentences) expect(englishOf(translateFilled(sentence)), sentence).toEqual([])
})
