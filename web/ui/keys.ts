import { useLocalStorage } from '@mantine/hooks'
import { type RefObject, useEffect, useRef } from 'react'

export interface Shortcut {
  /** Keys by `KeyboardEvent.code`, the same in every keyboard layout: 'KeyC', 'Shift+Enter', 'KeyG KeyO' for a sequence,
   * 'Mod+KeyK' for Ctrl or Cmd. '/', '?', '[' and ']' are 'Slash', 'Shift+Slash', 'BracketLeft', 'BracketRight'. */
  readonly code: string
  /** English text. */
  readonly label: string
  readonly run: (event: KeyboardEvent) => void
  /** Repeats while held down. */
  readonly repeats?: boolean
}

/** `name` is the English heading on the sheet. */
interface ShortcutGroup {
  readonly name: string
  readonly shortcuts: readonly Shortcut[]
}

/** The heading of shortcuts that are given no name. */
export const OWN_GROUP = 'This screen'
const STORED = 'shortcuts'
/** Longest pause within a key sequence, from when the page dealt with its first key: it may have been busy. */
const NEXT_KEY_MS = 1_500
/** The position of these characters depends on the layout. */
const CHARACTERS: Record<string, string> = { '/': 'Slash', '?': 'Shift+Slash', '[': 'BracketLeft', ']': 'BracketRight' }
const MODAL = '[role="alertdialog"], [role="dialog"][aria-modal="true"]'
const NON_TEXT_INPUTS = ['button', 'checkbox', 'radio', 'range', 'reset', 'submit', 'file', 'color', 'image']

const groups = new Set<{ current: ShortcutGroup }>()
let pauses = 0
let first: { code: string; at: number } | undefined
/** Whether the key was pressed over the screen itself. By the time `press` runs, Escape may have closed a dialog and moved the focus. */
let isOnScreen = true

// Registered first, so that dialogs are seen before they handle the key. Tests of key names have no window.
if (globalThis.window) {
  const look = (event: KeyboardEvent) => {
    // A held Escape must close only one thing.
    if (event.repeat && event.key === 'Escape') event.stopImmediatePropagation()
    isOnScreen = !document.querySelector(MODAL) && !(event.target instanceof Element && event.target.closest('[role="dialog"]'))
  }
  addEventListener('keydown', look, true)
  addEventListener('keydown', press)
}

/** Registers a screen's shortcuts while it is mounted. Of two with the same key, the last registered wins. */
export function useShortcuts(shortcuts: readonly Shortcut[], name = OWN_GROUP): void {
  const group = useRef<ShortcutGroup>({ name, shortcuts })
  useEffect(() => {
    group.current = { name, shortcuts }
  })
  useEffect(() => {
    groups.add(group)
    return () => void groups.delete(group)
  }, [])
}

/** Makes '/' focus this search box and select its text. */
export function useSearchKey(): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null)
  useShortcuts([{ code: 'Slash', label: 'Search', run: () => focusAll(box.current) }])
  return box
}

const focusAll = (box: HTMLInputElement | null) => {
  box?.focus()
  box?.select()
}

/** Disables all shortcuts while mounted, for example until a dialog has loaded. */
export function usePausedShortcuts(): void {
  useEffect(() => {
    pauses += 1
    return () => {
      pauses -= 1
    }
  }, [])
}

/** Active shortcuts, the latest group first. */
export const readShortcuts = (): ShortcutGroup[] => [...groups].map(({ current }) => current).reverse()

/** Whether single-key shortcuts are on, with a setter; stored in this browser. */
export const useShortcutsSwitch = () => useLocalStorage({ key: STORED, defaultValue: true, getInitialValueInEffect: false })

/** Whether no dialog was open when the key was pressed: a key that closed a dialog must not act on what is below. */
export const wasPressedOnScreen = () => isOnScreen

/** Whether a dialog covers the screen. */
export const isCovered = () => document.querySelector(MODAL) !== null

export const areSingleKeysOn = () => localStorage.getItem(STORED) !== 'false'

function press(event: KeyboardEvent): void {
  const code = codeOf(event)
  if (code === undefined || event.defaultPrevented || event.isComposing || pauses > 0) return
  const isMod = code.startsWith('Mod+')
  if (!isMod && (!areSingleKeysOn() || isTyping(event.target))) return
  const before = first && event.timeStamp - first.at < NEXT_KEY_MS ? `${first.code} ` : ''
  first = undefined
  if (!isOnScreen) return
  const usable = readShortcuts().flatMap(({ shortcuts }) => shortcuts)
  const shortcut = usable.find((one) => one.code === before + code)
  if (shortcut && (shortcut.repeats || !event.repeat)) {
    event.preventDefault()
    shortcut.run(event)
  } else if (before === '' && usable.some((one) => one.code.startsWith(`${code} `))) first = { code, at: performance.now() }
}

type Key = Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'getModifierState'>

/** The key in shortcut notation; undefined with Alt, which belongs to the browser and the layout. */
export function codeOf(event: Key): string | undefined {
  const character = CHARACTERS[event.key]
  const isMod = event.ctrlKey || event.metaKey
  if (character && (event.getModifierState('AltGraph') || !(isMod || event.altKey))) return character
  if (event.altKey || /^(Shift|Control|Meta|Alt)/.test(event.code)) return undefined
  return `${isMod ? 'Mod+' : ''}${event.shiftKey ? 'Shift+' : ''}${event.code}`
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !NON_TEXT_INPUTS.includes(target.type)
  return target.isContentEditable || target.closest('textarea, select, [role="menu"], [role="listbox"]') !== null
}

const MOD = /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl'
const CAPS: Record<string, string> = { Slash: '/', 'Shift+Slash': '?', BracketLeft: '[', BracketRight: ']', Mod: MOD }

/** Labels of the keys: 'KeyG KeyO' -> [['G'], ['O']], 'Mod+KeyK' -> [['Ctrl', 'K']]. */
export const keyCaps = (code: string): string[][] =>
  code
    .split(' ')
    .map((press) => (CAPS[press] ? [CAPS[press]] : press.split('+').map((key) => CAPS[key] ?? key.replace(/^(Key|Digit)/, ''))))
