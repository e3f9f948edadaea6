import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { may, ROLES, rolesThatMay } from './roles.ts'

const root = new URL('../', import.meta.url).pathname
const files = globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.ts$/.test(file))

/** In TypeScript and in SQL. What makes an admin, and the switch between two roles, names one. */
const COMPARES = new RegExp(String.raw`\brole(?:',)?\s*'?(?:===|!==|=|<>)'?,?\s*'(?:${ROLES.join('|')})'`)
const NAMES_ONE = ['server/start/start-up.ts', 'web/admins/columns.tsx', 'web/admins/use-admin-actions.ts']

test('code asks for a right, not for a role', () => {
  const found = files.filter((file) => !NAMES_ONE.includes(file) && COMPARES.test(readFileSync(root + file, 'utf8')))
  expect(found, 'these compare a role: name the right in contract/roles.ts').toEqual([])
})

test('each right is a role’s, and no role is refused for being unknown', () => {
  expect(rolesThatMay('run_the_shop')).toEqual(['super'])
  expect(ROLES.map((role) => may({ role }, 'take_over'))).toEqual([true, false])
  expect(may({ role: undefined }, 'take_over') || may(undefined, 'take_over')).toBe(false)
})
