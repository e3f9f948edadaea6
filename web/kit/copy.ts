import { t } from './text/i18n.ts'
import { toastDone, toastFailed } from './toasts.ts'

/** Copies `text` and says `said`, for example copy('7', 'Copied Order ID:: 7'); a secret's `said` does not repeat it. */
export async function copy(text: string, said: string): Promise<void> {
  if (await copyQuietly(text)) toastDone(said)
}

/** How often something was asked to be copied, and which of it is on the clipboard. */
let asked = 0
let copied = 0

/** The turn of what is asked for now and copied once it is here. */
export const askToCopy = (): number => {
  asked += 1
  return asked
}

/** Copies where another toast says so; only a failure is said here. What comes late does not take the place of what was asked for after it. */
export async function copyQuietly(text: string, turn = askToCopy()): Promise<boolean> {
  if (turn < copied) {
    toastFailed(t('Not copied: something else has been copied since'))
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
  // Inside an open dialog, whose focus trap would take the focus back from an element outside of it.
  const parent = focused?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  parent.append(box)
  box.select()
  const done = document.execCommand('copy')
  box.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}
