// `npm test`: every check until one fails. `npm test -- types lint` runs those; words with a dot or a slash select test files.
// `npm test -- changed` runs what the working tree touches.
import { relatedTests } from './changed.mjs'
import { ensureChromium } from './chromium.mjs'
import { requireNode24, runProgram } from './programs.mjs'

const CHANGED = 'changed'
const words = process.argv.slice(2)
const isChanged = words.includes(CHANGED)
const chosen = words.filter((word) => /[./]/.test(word))
const files = isChanged ? relatedTests() : { unit: chosen, browser: chosen }

const test = (project, names) =>
  runProgram('vitest', ['run', '--project', project, '--reporter', 'default', '--reporter', './scripts/slowest.mjs', ...names])

const steps = {
  types: () => runProgram('tsc', ['--noEmit']),
  lint: () => runProgram('biome', ['check']),
  build: () => runProgram('node', ['scripts/setup.mjs', 'build']),
  sizes: () => runProgram('node', ['scripts/sizes.mjs']),
  tests: () => test('server', files.unit),
  browser: async () => ((await ensureChromium()) ? test('e2e', files.browser) : 1),
}
/** These use one core each and print little, so they run at once. */
const ONE_CORE = ['types', 'lint', 'build']
const isWanted = (step) => !isChanged || (step !== 'sizes' && !(step === 'browser' && files.browser.length === 0))

requireNode24()
const names = words.filter((word) => word !== CHANGED && !chosen.includes(word))
const unknown = names.find((name) => !(name in steps))
if (unknown !== undefined) {
  console.error(`There is no step '${unknown}': choose from ${[...Object.keys(steps), CHANGED].join(', ')}.`)
  process.exit(1)
}

const run = async (name) => {
  const start = performance.now()
  const code = await steps[name]()
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  return { name, outcome: code === 0 ? 'passed' : 'failed', time: `${seconds} s` }
}

const wanted = Object.keys(steps).filter((step) => isWanted(step) && (names.length === 0 || names.includes(step)))
const atOnce = wanted.filter((name) => ONE_CORE.includes(name))
const results = []
for (const group of [atOnce, ...wanted.filter((name) => !atOnce.includes(name)).map((name) => [name])]) {
  if (results.some((result) => result.outcome === 'failed')) {
    results.push(...group.map((name) => ({ name, outcome: 'not run', time: '' })))
    continue
  }
  if (group.length > 0) console.log(`\n== ${group.join(', ')}`)
  results.push(...(await Promise.all(group.map(run))))
}

console.log('')
for (const { name, outcome, time } of results) console.log(`${name.padEnd(10)}${outcome.padEnd(10)}${time.padStart(8)}`)
const count = (outcome) => results.filter((result) => result.outcome === outcome).length
console.log(`\n${count('passed')} passed, ${count('failed')} failed`)
process.exitCode = count('failed') > 0 ? 1 : 0
