import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lookAtPart } from './looks.ts'
import { paths } from './stops.ts'

const routes = readFileSync(new URL('../../web/app/routes.tsx', import.meta.url), 'utf8')
/** Paths that only lead to another screen. */
const REDIRECTS = ['/auth/register', '/register']

test('every path of the router has a stop', () => {
  const routed = [...routes.matchAll(/(?:\bscreen\(\s*|\bpath: )'(\/[^']*)'/g)].map(([, path = '']) => path.replace(/\$\w+/, '*'))
  expect(routed.filter((path) => !REDIRECTS.includes(path)).sort()).toEqual([...paths].sort())
})

await lookAtPart(1)
