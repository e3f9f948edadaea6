import { failureMessage } from '../../calls/errors.ts'
import { toastFailed } from '../toasts.ts'
import { type Language, setLanguage } from './i18n.ts'

/** Switches the language, or shows why its texts could not be loaded. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  if (!(await setLanguage(language))) toastFailed(failureMessage())
}
