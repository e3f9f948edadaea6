import { expect, test } from 'vitest'
import { codeOf, keyCaps } from './keys.ts'

const key = (code: string, character: string, held: string[] = []) =>
  codeOf({
    code,
    key: character,
    shiftKey: held.includes('Shift'),
    ctrlKey: held.includes('Control'),
    metaKey: held.includes('Meta'),
    altKey: held.includes('Alt'),
    getModifierState: (name) => held.includes(name),
  })

test('a letter is the same key in every layout', () => {
  expect(key('KeyC', 'c')).toBe('KeyC')
  expect(key('KeyC', 'চ')).toBe('KeyC')
  expect(key('KeyC', 'C', ['Shift'])).toBe('Shift+KeyC')
  expect(key('Enter', 'Enter', ['Shift'])).toBe('Shift+Enter')
})

test('Ctrl and Cmd are one, and Alt is left to the browser', () => {
  expect(key('KeyK', 'k', ['Control'])).toBe('Mod+KeyK')
  expect(key('KeyK', 'k', ['Meta'])).toBe('Mod+KeyK')
  expect(key('KeyK', 'k', ['Alt'])).toBeUndefined()
  expect(key('ShiftLeft', 'Shift', ['Shift'])).toBeUndefined()
})

test('signs are found wherever a layout has them', () => {
  expect(key('Slash', '/')).toBe('Slash')
  expect(key('Digit7', '/', ['Shift'])).toBe('Slash')
  expect(key('Minus', '?', ['Shift'])).toBe('Shift+Slash')
  expect(key('Digit8', '[', ['Control', 'Alt', 'AltGraph'])).toBe('BracketLeft')
  expect(key('BracketRight', 'ৎ')).toBe('BracketRight')
  expect(key('Slash', '/', ['Control'])).toBe('Mod+Slash')
})

test('codes read as what stands on the keys', () => {
  expect(keyCaps('KeyG KeyO')).toEqual([['G'], ['O']])
  expect(keyCaps('Mod+KeyK')).toEqual([['Ctrl', 'K']])
  expect(keyCaps('Shift+Slash')).toEqual([['?']])
  expect(keyCaps('Shift+Enter')).toEqual([['Shift', 'Enter']])
})
