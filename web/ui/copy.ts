import { t } from './text/i18n.ts'
import { toastDone, toastFailed } from './toasts.ts'

/** Copies `text` and shows `message`: copy('7', 'Copied Order ID:: 7'). For a secret, `message` must not contain it. */
export async function copy(text: string, message: string): Promise<void> {
  if (await copyQuietly(text)) toastDone(message)
}

/** Number of copy requests, and the one that is on the clipboard. */
let requested = 0
let copied = 0

/** Returns the turn of a request whose text is still being loaded. */
export const nextCopyTurn = (): number => {
  requested += 1
  return requested
}

/** Copies without a success toast; failures are shown. Late text never replaces what was requested after it. */
export async function copyQuietly(text: string, turn = nextCopyTurn()): Promise<boolean> {
  if (turn < copied) {
    toastFailed(t('Not copied: something else was copied since'))
    return false
  }
  copied = turn
  if (await write(text)) return true
  toastFailed(t('Copying is blocked in this browser'))
  return false
}

async function write(text: string): Promise<boolean> {
  try {
    // Missing on plain http off localhost.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return writeBySelection(text)
  }
}

function writeBySelection(text: string): boolean {
  const focused = document.activeElement
  const box = document.createElement('textarea')
  box.value = text
  box.readOnly = true
  box.className = 'copy-source'
  // Inside the open dialog: its focus trap would take the focus back from an element outside.
  const parent = focused?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  parent.append(box)
  box.select()
  const done = document.execCommand('copy')
  box.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}
