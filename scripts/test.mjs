// `npm test`: every check in order, up to the first that fails. `npm test -- types lint` runs those; words with a dot or a
// slash choose test files: `npm test -- tests server/orders`.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { requireNode24, root, runProgram } from './programs.mjs'

const words = process.argv.slice(2)
const files = words.filter((word) => /[./]/.test(word))

/** Where a second try would hide what must not happen even once: a lost focus, an order or a payment done twice. */
const ONCE = ['e2e/desk.e2e.ts', 'e2e/money.e2e.ts']

/** A browser on two busy cores misses a frame now and then: files that failed are tried again, with a new shop each. */
async function browserTests() {
  const folder = await mkdtemp(join(tmpdir(), 'topdeck-browser-tests-'))
  const outputFile = join(folder, 'results.json')
  try {
    const first = await runProgram('vitest', [
      ...['run', '--project', 'e2e', '--reporter', 'default', '--reporter', 'json', '--outputFile', outputFile],
      ...files,
    ])
    const failed = first === 0 ? [] : await failedFiles(outputFile)
    if (failed.length === 0 || failed.some((file) => ONCE.includes(file))) return first
    console.log(`\n== browser, second try of ${failed.join(', ')}`)
    return await runProgram('vitest', ['run', '--project', 'e2e', ...failed])
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Test files in which something failed, as paths of the project; none when the run itself came to no result. */
async function failedFiles(outputFile) {
  const { testResults } = JSON.parse(await readFile(outputFile, 'utf8').catch(() => '{"testResults":[]}'))
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name).split(sep).join('/'))
}

const steps = {
  types: () => runProgram('tsc', ['--noEmit']),
  lint: () => runProgram('biome', ['check']),
  tests: () => runProgram('vitest', ['run', '--project', 'server', ...files]),
  build: () => runProgram('node', ['scripts/setup.mjs', 'build']),
  sizes: () => runProgram('node', ['scripts/sizes.mjs']),
  browser: async () => ((await ensureChromium()) ? browserTests() : 1),
}

requireNode24()
const names = words.filter((word) => !files.includes(word))
const unknown = names.find((name) => !(name in steps))
if (unknown !== undefined) {
  console.error(`There is no step '${unknown}': choose from ${Object.keys(steps).join(', ')}.`)
  process.exit(1)
}

const results = []
for (const name of Object.keys(steps).filter((step) => names.length === 0 || names.includes(step))) {
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
