import { fill, type Params } from '#contract/messages/wording.ts'
import type { NotesSetting } from '#contract/ready-notes.ts'
import { readLanguage } from '../ui/text/i18n.ts'
import { readShop } from '../ui/text/shop.ts'

/** The shop's ready notes of a status: those in the language of the screen, or all where none is. Without `values`, as for many
 * orders at once, notes that name an order are left out. */
export function readyNotes(setting: NotesSetting, values?: Params): string[] {
  const notes =
    readShop()
      .notes[setting]?.split('\n')
      .filter((note) => note && (values || !note.includes('{{'))) ?? []
  const ofLanguage = notes.filter((note) => /[\u0980-\u09ff]/.test(note) === (readLanguage() === 'bn'))
  return (ofLanguage[0] ? ofLanguage : notes).map((note) => fill(note, values))
}
