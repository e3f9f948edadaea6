// Which test files the working tree's changes touch, by the noun that contract, server, web and tests share.
import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import { root } from './programs.mjs'

/** They read the whole source, in seconds. */
const ALWAYS = ['server/borders.test.ts', 'server/specification.test.ts']
/** What shows a change to the frame or to the parts that all screens share. */
const SHARED = { app: 'frame', kit: 'orders' }

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const isTest = (file) => /\.(test|e2e)\.tsx?$/.test(file)

/** 'web/orders/StatusForm.tsx' -> 'orders', 'contract/orders.ts' -> 'orders'. */
const nounOf = (file) => file.split('/')[1]?.replace(/\..*$/, '') ?? ''

/** 'orders' names order-status.e2e.ts too. */
const names = (noun, file) => basename(file).startsWith(noun.replace(/(ie)?s$/, ''))

/** The changed files that git knows or would add, as `{ unit, browser }` lists of test files. */
export function relatedTests() {
  const changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  const sources = changed.filter((file) => /^(contract|server|web)\//.test(file))
  const nouns = new Set(sources.map(nounOf).map((noun) => SHARED[noun] ?? noun))
  const isRelated = (file) =>
    changed.includes(file) || [...nouns].some((noun) => (file.startsWith('e2e/') ? names(noun, file) : nounOf(file) === noun))
  const tests = git('ls-files', '--cached', '--others', '--exclude-standard').filter(isTest).filter(isRelated)
  return {
    unit: [...ALWAYS, ...tests.filter((file) => file.includes('.test.'))],
    browser: tests.filter((file) => file.endsWith('.e2e.ts')),
  }
}
