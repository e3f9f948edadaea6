// `npm test`: every check until one fails. `npm test -- types lint` runs those; other words select test files by their path.
// `npm test -- changed` runs what the working tree touches.
import { relatedTests, testsNamed } from './changed.mjs'
import { ensureChromium } from './chromium.mjs'
import { requireNode24, runProgram } from './programs.mjs'

const CHANGED = 'changed'
const words = process.argv.slice(2)
const STEPS = ['types', 'lint', 'build', 'sizes', 'tests', 'browser']
const isChanged = words.includes(CHANGED)
const names = words.filter((word) => STEPS.includes(word))
const chosen = words.filter((word) => word !== CHANGED && !names.includes(word))
const files = isChanged ? relatedTests() : testsNamed(chosen)
const stranger = chosen.find((word) => testsNamed([word]).unit.length + testsNamed([word]).browser.length === 0)
if (stranger !== undefined) {
  console.error(`'${stranger}' is no step (${[...STEPS, CHANGED].join(', ')}), and no test file has it in its path.`)
  process.exit(1)
}

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
const isNarrowed = isChanged || chosen.length > 0
const isWanted = (step) => {
  if (names.length > 0 && !names.includes(step)) return false
  if (!isNarrowed) return true
  if (step === 'tests') return files.unit.length > 0
  if (step === 'browser') return files.browser.length > 0
  return step !== 'sizes'
}

requireNode24()
const results = []
for (const name of STEPS.filter(isWanted)) {
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
