import { brokenSentence } from '../calls/errors.ts'
import { toastFailed } from '../toasts.ts'
import { type Language, setLanguage } from './i18n.ts'

/** Switches the language, or says why it stays: its texts come over the wire when they are first asked for. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  if (!(await setLanguage(language))) toastFailed(brokenSentence())
}
