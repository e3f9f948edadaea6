import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEnv } from '../../server/env.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** Where it runs within the image, and what only the demo reads. */
const NOT_PASSED = ['PORT', 'HOST', 'DATA_DIR', 'DEMO_SIMULATOR', 'SEED']

const documented = [...read('README.md').matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|/gm)].flatMap(
  ([, names = '']) => names.match(/[A-Z0-9_]+/g) ?? [],
)
const passed = [...read('compose.yaml').matchAll(/^ {6}([A-Z0-9_]+): \$\{([A-Z0-9_]+):-\}$/gm)]

test('compose passes every setting that the README has, under its name', () => {
  expect(documented.length).toBeGreaterThan(25)
  expect(passed.map(([, name]) => name).sort()).toEqual(documented.filter((name) => !NOT_PASSED.includes(name)).sort())
  expect(passed.filter(([, name, from]) => name !== from)).toEqual([])
})

test('the README has every setting that the server reads', () => {
  const inCode = [...read('server/env.ts').matchAll(/^ {2}([A-Z0-9_]+): /gm)].map(([, name = '']) => name)
  expect(inCode.filter((name) => !documented.includes(name))).toEqual([])
})

test('a setting that compose passes on empty is not set', () => {
  expect(readEnv(Object.fromEntries(passed.map(([, name = '']) => [name, ''])))).toEqual(readEnv({}))
})
