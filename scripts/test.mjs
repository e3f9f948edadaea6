// `npm test`: every check in order, up to the first that fails. `npm test -- types lint` runs those; words with a dot or a
// slash choose test files: `npm test -- tests server/orders`.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { requireNode24, runProgram } from './programs.mjs'

const words = process.argv.slice(2)
const files = words.filter((word) => /[./]/.test(word))

/** Where a second try would hide what must not happen even once: a lost focus, an order, a payment or a message done twice. */
const ONCE = [
  'e2e/desk-hazards.e2e.ts',
  'e2e/desk.e2e.ts',
  'e2e/hand-overs.e2e.ts',
  'e2e/money.e2e.ts',
  'e2e/order-status.e2e.ts',
  'e2e/order-voucher.e2e.ts',
  'e2e/physical-orders.e2e.ts',
  'e2e/sms-hazards.e2e.ts',
  'e2e/sms.e2e.ts',
  'e2e/users.e2e.ts',
]

/** What the summary says beside the outcomes. */
const remarks = []

/** A browser on two busy cores misses a frame now and then: files that failed are tried again, with a new shop each. */
async function browserTests() {
  const folder = await mkdtemp(join(tmpdir(), 'topdeck-browser-tests-'))
  const FAILED_FILES = join(folder, 'failed.json')
  try {
    const first = await runProgram(
      'vitest',
      ['run', '--project', 'e2e', '--reporter', 'default', '--reporter', './scripts/failed-files.mjs', ...files],
      { FAILED_FILES },
    )
    const failed = first === 0 ? [] : await toTryAgain(FAILED_FILES)
    if (failed.length === 0) return first
    remarks.push(`browser: a second try was needed of ${failed.join(', ')}`)
    console.log(`\n== browser, second try of ${failed.join(', ')}`)
    return await runProgram('vitest', ['run', '--project', 'e2e', ...failed])
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The test files that failed; none where one has no second try, or where the run failed of more than its files. */
async function toTryAgain(report) {
  // Without a report the run came to no result.
  const { files, unhandledErrors } = JSON.parse(await readFile(report, 'utf8').catch(() => '{"files":[],"unhandledErrors":0}'))
  return unhandledErrors > 0 || files.some((file) => ONCE.includes(file)) ? [] : files
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
if (remarks.length > 0) console.log(`\n${remarks.join('\n')}`)
const count = (outcome) => results.filter((result) => result.outcome === outcome).length
console.log(`\n${count('passed')} passed, ${count('failed')} failed`)
process.exitCode = count('failed') > 0 ? 1 : 0
