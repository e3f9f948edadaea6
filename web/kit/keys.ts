import { useLocalStorage } from '@mantine/hooks'
import { type RefObject, useEffect, useRef } from 'react'

/** What a key does on the screens that register it. */
export interface Shortcut {
  /**
   * Keys by `KeyboardEvent.code`, so that they are the same in every keyboard layout: 'KeyC', 'Shift+Enter', 'KeyG KeyO' for one
   * after the other, 'Mod+KeyK' for Ctrl or Cmd. '/', '?', '[' and ']' are 'Slash', 'Shift+Slash', 'BracketLeft', 'BracketRight'.
   */
  readonly code: string
  /** English text for the sheet of shortcuts. */
  readonly label: string
  readonly run: (event: KeyboardEvent) => void
  /** Works also while one dialog is open, for example an order's drawer, outside of its fields. */
  readonly inDialog?: boolean
  /** Runs again and again while it is held down. */
  readonly repeats?: boolean
}

/** Shortcuts of one part of the screen; `name` is the English heading on the sheet. */
interface ShortcutGroup {
  readonly name: string
  readonly shortcuts: readonly Shortcut[]
}

const STORED = 'shortcuts'
/** How long the second key of two may take. */
const NEXT_KEY_MS = 1_500
/** Where these characters are is the layout's affair. */
const CHARACTERS: Record<string, string> = { '/': 'Slash', '?': 'Shift+Slash', '[': 'BracketLeft', ']': 'BracketRight' }
const NOT_TYPED_IN = ['button', 'checkbox', 'radio', 'range', 'reset', 'submit', 'file', 'color', 'image']

const groups = new Set<{ current: ShortcutGroup }>()
let pauses = 0
let first: { code: string; at: number } | undefined
/** How many dialogs were open when the key was pressed: Escape has closed one of them, and moved the focus, before `press` hears it. */
let dialogs = 0

// From the beginning, so that no dialog hears a key before it is counted. There is no window where only names of keys are tested.
if (globalThis.window) {
  const count = (event: KeyboardEvent) => {
    // Held for too long, it closes one thing, and not also what was below.
    if (event.repeat && event.key === 'Escape') event.stopImmediatePropagation()
    dialogs = openDialogs(event.target)
  }
  addEventListener('keydown', count, true)
  addEventListener('keydown', press)
}

/** Registers the keys of a screen for as long as it is there. Of two with the same key the one that came last counts. */
export function useShortcuts(shortcuts: readonly Shortcut[], name = 'This screen'): void {
  const group = useRef<ShortcutGroup>({ name, shortcuts })
  useEffect(() => {
    group.current = { name, shortcuts }
  })
  useEffect(() => {
    groups.add(group)
    return () => void groups.delete(group)
  }, [])
}

/** '/' goes to the search box that gets this ref, with what it holds selected. */
export function useSearchKey(): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null)
  useShortcuts([{ code: 'Slash', label: 'Search', run: () => focusAll(box.current) }])
  return box
}

const focusAll = (box: HTMLInputElement | null) => {
  box?.focus()
  box?.select()
}

/** No key does anything while this is on screen, for example until a dialog has come over the wire. */
export function usePausedShortcuts(): void {
  useEffect(() => {
    pauses += 1
    return () => {
      pauses -= 1
    }
  }, [])
}

/** What can be pressed now, the latest groups first. */
export const readShortcuts = (): ShortcutGroup[] => [...groups].map(({ current }) => current).reverse()

/** Whether shortcuts of single keys are on, and how to switch them; remembered in this browser. */
export const useShortcutsSwitch = () => useLocalStorage({ key: STORED, defaultValue: true, getInitialValueInEffect: false })

/** Whether the key that is heard was pressed over nothing: what it has closed meanwhile was meant, and not also what lies below. */
export const wasPressedOnScreen = () => dialogs === 0

export const areSingleKeysOn = () => localStorage.getItem(STORED) !== 'false'

function press(event: KeyboardEvent): void {
  const code = codeOf(event)
  if (code === undefined || event.defaultPrevented || event.isComposing || pauses > 0) return
  const isMod = code.startsWith('Mod+')
  if (!isMod && (!areSingleKeysOn() || isTyping(event.target))) return
  const before = first && event.timeStamp - first.at < NEXT_KEY_MS ? `${first.code} ` : ''
  first = undefined
  const usable = readShortcuts()
    .flatMap(({ shortcuts }) => shortcuts)
    .filter(({ inDialog }) => dialogs === 0 || (dialogs === 1 && inDialog))
  const shortcut = usable.find((one) => one.code === before + code)
  if (shortcut && (shortcut.repeats || !event.repeat)) {
    event.preventDefault()
    shortcut.run(event)
  } else if (before === '' && usable.some((one) => one.code.startsWith(`${code} `))) first = { code, at: event.timeStamp }
}

type Key = Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'getModifierState'>

/** The pressed key as shortcuts write it; undefined with Alt, which belongs to the browser and to the layout. */
export function codeOf(event: Key): string | undefined {
  const character = CHARACTERS[event.key]
  const isMod = event.ctrlKey || event.metaKey
  if (character && (event.getModifierState('AltGraph') || !(isMod || event.altKey))) return character
  if (event.altKey || /^(Shift|Control|Meta|Alt)/.test(event.code)) return undefined
  return `${isMod ? 'Mod+' : ''}${event.shiftKey ? 'Shift+' : ''}${event.code}`
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !NOT_TYPED_IN.includes(target.type)
  return target.isContentEditable || target.closest('textarea, select, [role="menu"], [role="listbox"]') !== null
}

/** A question counts as two: nothing reaches past it. */
function openDialogs(target: EventTarget | null): number {
  if (document.querySelector('[role="alertdialog"]')) return 2
  const modal = document.querySelectorAll('[role="dialog"][aria-modal="true"]').length
  const isInPopover = target instanceof Element && target.closest('[role="dialog"]:not([aria-modal="true"])') !== null
  return modal + (isInPopover ? 1 : 0)
}

const MOD = /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl'
const CAPS: Record<string, string> = { Slash: '/', 'Shift+Slash': '?', BracketLeft: '[', BracketRight: ']', Mod: MOD }

/** A code as it stands on the keys: 'KeyG KeyO' -> [['G'], ['O']], 'Mod+KeyK' -> [['Ctrl', 'K']]. */
export const keyCaps = (code: string): string[][] =>
  code
    .split(' ')
    .map((press) => (CAPS[press] ? [CAPS[press]] : press.split('+').map((key) => CAPS[key] ?? key.replace(/^(Key|Digit)/, ''))))
