import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changedValues, createInputStore } from './input-store.ts'

/** A tab's storage, which lives through reloads. */
function tab() {
  const items = new Map<string, string>()
  return {
    items,
    get length() {
      return items.size
    },
    key: (at: number) => [...items.keys()][at] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
}
const opened = (store: ReturnType<typeof tab>, admin: number) => {
  const inputs = createInputStore<string>(store, 'form')
  inputs.setOwner(admin)
  return inputs
}

test('what was typed is there again after a reload, until it is saved or discarded', () => {
  const store = tab()
  const codes = Array.from({ length: 200 }, (_, at) => `CODE-${at}`).join('\n')
  opened(store, 3).set('/upin/add', codes)
  expect(opened(store, 3).get('/upin/add')).toBe(codes)
  opened(store, 3).delete('/upin/add')
  expect([opened(store, 3).get('/upin/add'), store.items.size]).toEqual([undefined, 0])
  const inputs = opened(store, 3)
  inputs.set('one', 'a')
  inputs.set('other', 'b')
  inputs.clear()
  expect([inputs.values(), store.items.size]).toEqual([[], 0])
})

test('an admin finds nothing that another has typed, nor does it stay in the tab', () => {
  const store = tab()
  store.setItem('user', 'untouched')
  const first = opened(store, 3)
  first.set('/upin/add', 'SECRET-CODE')
  // The session has ended and the same page goes on with another admin; 33 is not 3.
  first.setOwner(33)
  expect(first.get('/upin/add')).toBeUndefined()
  expect([...store.items.keys()]).toEqual(['user'])
  expect(opened(store, 3).get('/upin/add')).toBeUndefined()
})

test('before an admin is known nothing is stored; unreadable text is gone', () => {
  const store = tab()
  createInputStore<string>(store, 'form').set('note', 'text')
  expect(store.items.size).toBe(0)
  store.setItem('form:3:note', '{')
  expect(opened(store, 3).get('note')).toBeUndefined()
  expect(store.items.size).toBe(0)
})

test('where the storage is full, the page itself still holds it', () => {
  const full = {
    ...tab(),
    setItem: () => {
      throw new Error('full')
    },
  }
  const inputs = createInputStore<string>(full, 'form')
  inputs.setOwner(3)
  inputs.set('note', 'text')
  expect(inputs.get('note')).toBe('text')
})

test('of a form only what was changed is kept, and no secret', () => {
  const initial = { name: 'A', amount: '', is_active: 1, password: '' }
  const secrets = new Set(['password'])
  expect(changedValues({ ...initial, amount: '5', is_active: 0, password: 'hunter22' }, initial, secrets, new Set())).toEqual({
    amount: '5',
    is_active: 0,
  })
  expect(changedValues({ ...initial, password: 'hunter22' }, initial, secrets, new Set())).toBeUndefined()
})

test('what was sent without a reply is kept, although it is no change any more', () => {
  const values = { name: 'A', amount: '5', password: 'hunter22' }
  expect(changedValues(values, values, new Set(['password']), new Set(['amount', 'password']))).toEqual({ amount: '5' })
})

test('every field of a form that shows dots, or a code that was revealed, is a secret', () => {
  const root = new URL('../', import.meta.url).pathname
  const files = globSync('**/*.tsx', { cwd: root })
    .map((file) => [file, readFileSync(root + file, 'utf8')] as const)
    .filter(([, source]) => /<Password(Input|Field)|useReveal\(/.test(source) && /\buseField[<(]/.test(source))
  expect(files.map(([file]) => file).sort()).toEqual(['forms/fields/SecretField.tsx', 'vouchers/CodeField.tsx'])
  expect(files.filter(([, source]) => !/useField<string>\(props, true\)/.test(source))).toEqual([])
})
