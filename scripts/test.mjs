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

const run = (project, names) =>
  runProgram('vitest', ['run', '--project', project, '--reporter', 'default', '--reporter', './scripts/slowest.mjs', ...names])

const steps = {
  types: () => runProgram('tsc', ['--noEmit']),
  lint: () => runProgram('biome', ['check']),
  build: () => runProgram('node', ['scripts/setup.mjs', 'build']),
  sizes: () => runProgram('node', ['scripts/sizes.mjs']),
  tests: () => run('server', files.unit),
  browser: async () => ((await ensureChromium()) ? run('e2e', files.browser) : 1),
}
const isWanted = (step) => !isChanged || (step !== 'sizes' && !(step === 'browser' && files.browser.length === 0))

requireNode24()
const names = words.filter((word) => word !== CHANGED && !chosen.includes(word))
const unknown = names.find((name) => !(name in steps))
if (unknown !== undefined) {
  console.error(`There is no step '${unknown}': choose from ${[...Object.keys(steps), CHANGED].join(', ')}.`)
  process.exit(1)
}

const results = []
for (const name of Object.keys(steps).filter((step) => isWanted(step) && (names.length === 0 || names.includes(step)))) {
  if (results.some((result) => result.outcome === 'failed')) {
    results.push({ name, outcome: 'not run', time: '' })
    continue
  }
  console.log(`\n== ${name}`)
  const start = performance.now()
  const code = await steps[name]()
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  results.push({ name, outcome: code === 0 ? 'passed' : 'failed', time: `${seconds} s` })
}

console.log('')
for (const { name, outcome, time } of results) console.log(`${name.padEnd(10)}${outcome.padEnd(10)}${time.padStart(8)}`)
const count = (outcome) => results.filter((result) => result.outcome === outcome).length
console.log(`\n${count('passed')} passed, ${count('failed')} failed`)
process.exitCode = count('failed') > 0 ? 1 : 0
