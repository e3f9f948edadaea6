import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MAX_LINES = 300

interface Source {
  path: string
  text: string
  /** What it imports: paths of our own from the root, packages by name. */
  imports: string[]
}

// A preload (`void import(...)`) uses nothing of what it fetches.
const IMPORT = /^(?:import|export)\b[^'"`;]*\bfrom '([^']+)'|^import '([^']+)'|(?<!void )\bimport\('([^']+)'\)/gm

const resolveImport = (from: string, name: string) => {
  if (name.startsWith('#contract/')) return name.slice(1)
  return name.startsWith('.') ? normalize(join(dirname(from), name)) : name
}

const readSource = (path: string): Source => {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return {
    path,
    text,
    imports: [...text.matchAll(IMPORT)].map((match) => resolveImport(path, match.slice(1).find(Boolean) ?? '')),
  }
}

const isTest = (path: string) => /\.(test|prove)\.tsx?$/.test(path) || path.startsWith('test/')
const everySource = globSync('{contract,server,web,test}/**/*.{ts,tsx}', { cwd: ROOT }).sort().map(readSource)
const sources = everySource.filter(({ path }) => !isTest(path))
const inside = (pattern: RegExp) => sources.filter(({ path }) => pattern.test(path))

/** 'path -> import' for every import that the rule does not allow. */
const offences = (files: Source[], allows: (name: string, path: string) => boolean) =>
  files.flatMap(({ path, imports }) => imports.filter((name) => !allows(name, path)).map((name) => `${path} -> ${name}`))

const isOurs = (name: string) => /^(contract|server|web|test|bench|scripts)\//.test(name)

/** Rooms of the server that hold several features each. */
const ROOMS = 'catalogue|money|orders|people|sign-in|system'
const FEATURE = new RegExp(`^(?:server/(?:${ROOMS})|server|web)/([^/]+)`)

/** server/orders/orders/decide.ts -> orders; server/money/shift.ts -> shift; web/orders/OrdersPage.tsx -> orders. */
const featureOf = (path: string) => FEATURE.exec(path)?.[1]?.replace(/\.tsx?$/, '')

const PLATFORM = /^server\/platform\//
/** What stands on the contract and the platform, beside the dispatcher. */
const MECHANISM = /^server\/(core|platform\/(?!http\/))/
/** Those that put the whole together, and the demo, which writes into it directly. */
const ASSEMBLY = /^server\/(platform\/http\/|cli\/|demo\/|start\/|(app|main|env|jobs|refusals)\.ts$)/

test('contract imports zod and itself', () => {
  expect(offences(inside(/^contract\//), (name) => name === 'zod' || name.startsWith('contract/'))).toEqual([])
})

/** What the platform may know of the contract: no noun of the shop. `webhooks` stands in the API reference. */
const COMMON =
  /^contract\/(access|audit|effects|endpoint|hosts|limits|list|messages|messages\/.+|money|roles|second-factor|status|text|uploads|webhooks)\.ts$/
const isOfPlatform = (name: string) => !isOurs(name) || COMMON.test(name) || PLATFORM.test(name)
const isBelowFeatures = (name: string) => !isOurs(name) || name.startsWith('contract/') || MECHANISM.test(name)

test('the platform knows nothing of shops, and core nothing of features', () => {
  expect(offences(inside(PLATFORM), isOfPlatform)).toEqual([])
  expect(offences(inside(MECHANISM), isBelowFeatures)).toEqual([])
  const folders = new Set(inside(PLATFORM).map(({ path }) => path.split('/')[2]))
  for (const folder of folders) {
    const planted: Source = {
      path: `server/platform/${folder}`,
      text: '',
      imports: ['server/core/claims.ts', 'contract/orders.ts'],
    }
    expect(offences([planted], isOfPlatform)).toHaveLength(2)
  }
})

test('a feature of the server imports no other feature and nothing above it', () => {
  const features = inside(/^server\//).filter(({ path }) => ![MECHANISM, ASSEMBLY].some((kind) => kind.test(path)))
  expect(features.length).toBeGreaterThan(5)
  const allows = (name: string, path: string) =>
    isBelowFeatures(name) || (name.startsWith('server/') && featureOf(name) === featureOf(path))
  expect(offences(features, allows)).toEqual([])
})

test('server and web know each other only through the contract', () => {
  expect(offences(inside(/^server\//), (name) => !name.startsWith('web/') && !name.startsWith('test/'))).toEqual([])
  expect(offences(inside(/^web\//), (name) => !name.startsWith('server/') && !name.startsWith('test/'))).toEqual([])
  expect(offences(inside(/^web\//), (name) => name !== 'contract/index.ts')).toEqual([])
})

/** The shared rooms of the dashboard, from the bottom up: each knows itself and those before it. */
const WEB_ROOMS = ['calls', 'ui', 'lists', 'forms', 'desk', 'money']
/** What `web/ui` may know of the contract: limits and the formats of single values, no endpoint. */
const FORMATS = /^contract\/(limits|list|messages\/(fields|wording)|money|phone|rich-text|shop-facts|text)\.ts$/

test('web: a room knows those below it, a feature knows the rooms and itself', () => {
  const roomAt = (name: string) => WEB_ROOMS.indexOf(name.split('/')[1] ?? '')
  const isShared = (name: string) => name.startsWith('web/') && roomAt(name) >= 0
  /** Calls say their results in toasts, and texts by the message of a call: these two know each other. */
  const allows = (name: string, path: string) =>
    !name.startsWith('web/') ||
    (isShared(name) && (!isShared(path) || roomAt(name) <= Math.max(roomAt(path), 1))) ||
    featureOf(name) === featureOf(path)
  expect(offences(inside(/^web\/(?!app\/)/), allows)).toEqual([])
  expect(offences(inside(/^web\/ui\//), (name) => !name.startsWith('contract/') || FORMATS.test(name))).toEqual([])
})

test('e2e imports the contract, the test server and the small world', () => {
  const files = everySource.filter(({ path }) => path.startsWith('test/e2e/'))
  const allows = (name: string) => !isOurs(name) || /^(contract|test)\//.test(name)
  expect(offences(files, allows)).toEqual([])
})

/** Each may be done only in the files on its right: elsewhere the pattern must not occur. */
const ONLY_HERE: Record<string, [what: RegExp, where: RegExp]> = {
  transactions: [
    /\.transaction\(\)|['"`](begin|commit|rollback)\b/,
    /^server\/(platform\/(http\/(dispatch|stream)|db\/(connect|migrate)|vault\/shop-key)|start\/start-up|cli\/(reset-password|rotate-key)|system\/backup\/(write|load))\.ts$|^server\/demo\//,
  ],
  'audit rows': [/(insertInto\(|insert into )'?audit\b/, /^server\/platform\/http\/audit\.ts$|^server\/demo\//],
  balances: [
    /(updateTable\(|insertInto\(|update |insert into )'?(accounts|entries|journals)\b/,
    /^server\/core\/(ledger\/|decisions\/cancel-pending)/,
  ],
  encryption: [/\b(create(Cipher|Decipher)iv|createHmac|hkdf)/, /^server\/platform\/vault\//],
  'password hashes and tokens': [/\b(argon2|scrypt|pbkdf2|token_hash)\b/, /^server\/platform\/(auth\/|db\/schema\.ts$)/],
  'process.env': [/\bprocess\.env\b|import\.meta\.env\b/, /^server\/env\.ts$/],
  'the database’s driver': [/import (?!type)[^\n]*from 'pg'/, /^server\/(platform\/(db|events)\/|core\/lists\/statement)/],
  'the web framework': [/import (?!type)[^\n]*from '@?fastify/, /^server\/platform\/http\//],
  refusals: [
    /['"`](This transaction (can no longer|has changed while)|Order is not available)/,
    /^contract\/messages\/refusals\.ts$|^web\/.+\/bn\.ts$/,
  ],
  'error words': [
    /['"`](Something went wrong|You are offline)/,
    /^(web\/(calls\/errors|ui\/bn)|contract\/messages\/refusals)\.ts$/,
  ],
  'whose orders one sees': [
    /\bpackage_ids\b/,
    /^server\/(platform\/context\.ts|(platform\/auth|sign-in\/sessions|orders\/orders)\/)/,
  ],
  toasts: [/from '@mantine\/notifications'/, /^web\/ui\/toasts\.ts$|^web\/app\/Toasts\.tsx$/],
  'requests to the server': [/\bfetch\(|XMLHttpRequest/, /^web\/calls\/(api|download|upload|live\/live)\.ts$|^server\//],
}

test.each(Object.entries(ONLY_HERE))('only here: %s', (_name, [what, where]) => {
  const doing = sources.filter(({ text }) => what.test(text)).map(({ path }) => path)
  expect(doing.filter((path) => !where.test(path))).toEqual([])
  // A pattern that matches nothing anywhere guards nothing.
  expect(doing.length).toBeGreaterThan(0)
})

/** Groups of files that import each other in a circle, by value or by type (Tarjan's strongly connected components). */
const findCircles = (files: Source[]): string[][] => {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]))
  const circles: string[][] = []
  const order = new Map<string, number>()
  const stack: string[] = []
  /** The lowest order number that is reachable from a file and still on the stack. */
  const visit = (path: string): number => {
    const own = order.size
    order.set(path, own)
    stack.push(path)
    let lowest = own
    for (const name of importsOf.get(path) ?? []) {
      if (!importsOf.has(name)) continue
      if (!order.has(name)) lowest = Math.min(lowest, visit(name))
      else if (stack.includes(name)) lowest = Math.min(lowest, order.get(name) ?? own)
    }
    if (lowest < own) return lowest
    const group = stack.splice(stack.indexOf(path))
    if (group.length > 1 || importsOf.get(path)?.includes(path)) circles.push(group.sort())
    return lowest
  }
  for (const { path } of files) if (!order.has(path)) visit(path)
  return circles
}

test('no files import each other in a circle', () => {
  const source = (path: string, ...imports: string[]): Source => ({ path, text: '', imports })
  const planted = [source('a', 'b', 'd'), source('b', 'c'), source('c', 'zod', 'a'), source('d'), source('e', 'e', 'a')]
  expect(findCircles(planted)).toEqual([['a', 'b', 'c'], ['e']])
  expect(findCircles(everySource)).toEqual([])
})

test('what is exported is imported somewhere', () => {
  const users = [...everySource, ...globSync(['bench/**/*.ts', 'scripts/*.mjs', '*.ts'], { cwd: ROOT }).map(readSource)]
  const usersOf = Map.groupBy(
    users.flatMap((user) => user.imports.map((path) => ({ path, user }))),
    ({ path }) => path,
  )
  const isUsed = (path: string, name: string) =>
    usersOf.get(path)?.some(({ user }) => user.path !== path && new RegExp(`\\b${name}\\b`).test(user.text))
  // Found by their place, or made by a program.
  const others = everySource.filter(({ path }) => !/\/bn\.ts$|^server\/platform\/db\/schema\.ts$/.test(path))
  const exported = others.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:async )?(?:const|function|class|type|interface) (\w+)/gm)].map((match) => [
      path,
      match[1] ?? '',
    ]),
  )
  expect(exported.length).toBeGreaterThan(500)
  expect(exported.filter(([path = '', name = '']) => !isUsed(path, name))).toEqual([])
})

test('no class but errors', () => {
  const declared = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:export )?(?:abstract )?class (\w+)(.*)\{$/gm)].map((match) => `${path} ${match[1]}${match[2]}`),
  )
  const allowed = / extends (\w*Error|Invalid)\b/
  expect(declared.filter((line) => !allowed.test(line))).toEqual([])
})

test(`no file is longer than ${MAX_LINES} lines`, () => {
  const sized = sources.filter(({ path }) => path !== 'server/platform/db/schema.ts')
  const lines = sized.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
  const sorted = lines.map((file) => file.lines).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]
  console.log(
    `files: ${sorted.length}, lines: median ${at(0.5)}, p90 ${at(0.9)}, longest ${at(1)}, together ${sorted.reduce((sum, n) => sum + n, 0)}`,
  )
  expect(lines.filter((file) => file.lines > MAX_LINES)).toEqual([])
})

const MAX_NAME = 80
const NAME = /\b(?:test|describe)(?:\.\w+(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?)*\(\s*(['`])((?:(?!\1)[^\\\n]|\\.)*)\1/g
/** As in the texts: each has a plainer one. */
const NOT_OURS = /\b(whoever|nobody|somebody|colleagues?|told|anew|by now)\b/i

test(`names of tests have at most ${MAX_NAME} characters, and plain words`, () => {
  const files = globSync('{contract,server,web,test}/**/*.{test,e2e,prove}.ts', { cwd: ROOT }).map(readSource)
  const names = files.flatMap(({ path, text }) => [...text.matchAll(NAME)].map(([, , name = '']) => ({ path, name })))
  expect(names.length).toBeGreaterThan(2_000)
  expect(names.filter(({ name }) => name.length > MAX_NAME || NOT_OURS.test(name))).toEqual([])
})
