import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FIELD_MESSAGES } from './messages/fields.ts'
import { MESSAGES } from './messages.ts'

const root = new URL('../', import.meta.url).pathname
const files = globSync('{contract,server,db}/**/*.{ts,sql}', { cwd: root }).filter(
  (file) => !/\.test\.ts$|^contract\/messages\//.test(file),
)
const source = files.map((file) => readFileSync(root + file, 'utf8')).join('\n')

test('every code is used, and no two have one sentence', () => {
  const codes = Object.keys(MESSAGES)
  expect(codes.filter((code) => !source.includes(`'${code}'`) && !source.includes(`.${code}`))).toEqual([])
  expect(new Set(Object.values(MESSAGES)).size).toBe(codes.length)
})

test('a schema names its sentences by code', () => {
  const plain = Object.values(FIELD_MESSAGES).filter((sentence) => !sentence.includes('{{'))
  const schemas = globSync('contract/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const written = schemas.flatMap((file) => {
    const text = readFileSync(root + file, 'utf8')
    return plain.filter((sentence) => text.includes(`'${sentence}'`)).map((sentence) => `${file}: ${sentence}`)
  })
  expect(written).toEqual([])
})
