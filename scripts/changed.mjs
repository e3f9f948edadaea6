// The test files of the changed nouns, which contract, server, web and tests share.
import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import { root } from './programs.mjs'

/** These read the whole source, or compare what several features list. */
const ALWAYS = [
  'test/project/borders.test.ts',
  'test/integration/specification.test.ts',
  'server/system/status.test.ts',
  'server/platform/db/schema.test.ts',
  'web/app/bn.test.ts',
  'web/app/completeness.test.ts',
  'web/app/refusals.test.ts',
  'web/audit/fields.test.ts',
  'web/audit/sentences.test.ts',
]
const SHARED = { app: 'frame', calls: 'orders', ui: 'orders', lists: 'orders', forms: 'orders', desk: 'orders' }
/** Features that stand on a file of the schema of another name. */
const IN_SCHEMA = {
  people: ['users', 'admins', 'sessions'],
  catalogue: ['topup-products', 'topup-packages'],
  money: ['wallet-adds', 'withdrawals', 'hand-overs'],
  counters: ['dashboard', 'orders'],
  stock: ['product-orders'],
  sms: ['campaigns'],
  outbox: ['webhooks'],
}

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const isTest = (file) => /\.(test|e2e)\.tsx?$/.test(file)

/** Rooms of the server hold several features each. */
const ROOM = /^server\/(catalogue|money|orders|people|sign-in|system)\//

const nounOf = (file) => file.replace(ROOM, 'server/').split('/')[1]?.replace(/\..*$/, '') ?? ''

const nounsOf = (file) => {
  const subject = /^db\/schema\/\d+-(\w+)/.exec(file)?.[1]
  if (subject) return IN_SCHEMA[subject] ?? [subject]
  const noun = nounOf(file)
  return [SHARED[noun] ?? noun]
}

const names = (noun, file) => basename(file).startsWith(noun.replace(/(ie)?s$/, ''))

const listTests = () => git('ls-files', '--cached', '--others', '--exclude-standard').filter(isTest)

/** The test files that have one of these words in their path; without words, no choice is made. */
export function testsNamed(words) {
  if (words.length === 0) return { unit: [], browser: [] }
  const tests = listTests().filter((file) => words.some((word) => file.includes(word)))
  return { unit: tests.filter((file) => file.includes('.test.')), browser: tests.filter((file) => file.endsWith('.e2e.ts')) }
}

export function relatedTests() {
  const changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  const sources = changed.filter((file) => /^(contract|server|web|db\/schema)\//.test(file))
  const nouns = new Set(sources.flatMap(nounsOf))
  const isRelated = (file) =>
    changed.includes(file) || [...nouns].some((noun) => (file.startsWith('test/') ? names(noun, file) : nounOf(file) === noun))
  const tests = listTests().filter(isRelated)
  return {
    unit: [...ALWAYS, ...tests.filter((file) => file.includes('.test.'))],
    browser: tests.filter((file) => file.endsWith('.e2e.ts')),
  }
}
