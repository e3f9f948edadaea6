// The test files of the changed nouns, which contract, server, web and tests share.
import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import { root } from './programs.mjs'

/** These read the whole source. */
const ALWAYS = ['server/borders.test.ts', 'server/specification.test.ts']
const SHARED = { app: 'frame', calls: 'orders', ui: 'orders', lists: 'orders', forms: 'orders', desk: 'orders' }

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const isTest = (file) => /\.(test|e2e)\.tsx?$/.test(file)

const nounOf = (file) => file.split('/')[1]?.replace(/\..*$/, '') ?? ''

const names = (noun, file) => basename(file).startsWith(noun.replace(/(ie)?s$/, ''))

export function relatedTests() {
  const changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  const sources = changed.filter((file) => /^(contract|server|web)\//.test(file))
  const nouns = new Set(sources.map(nounOf).map((noun) => SHARED[noun] ?? noun))
  const isRelated = (file) =>
    changed.includes(file) || [...nouns].some((noun) => (file.startsWith('test/') ? names(noun, file) : nounOf(file) === noun))
  const tests = git('ls-files', '--cached', '--others', '--exclude-standard').filter(isTest).filter(isRelated)
  return {
    unit: [...ALWAYS, ...tests.filter((file) => file.includes('.test.'))],
    browser: tests.filter((file) => file.endsWith('.e2e.ts')),
  }
}
