import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { findFilled } from '../server-messages/find.ts'

/** Each name is in its own language, as the switch shows it. */
export const languages = { en: 'English', bn: 'বাংলা' } as const
export type Language = keyof typeof languages

/** English text to translation, with `{{name}}` placeholders. A feature's Bangla is `export const texts` in its bn.ts. */
export type Texts = Record<string, string>
export type T = (text: string, values?: Record<string, string | number>) => string

const STORED = 'language'
let loadBangla: () => Promise<Texts[]> = () => Promise.resolve([])

/**
 * Translates outside components; inside use `useT`, which rerenders. Unknown texts are returned unchanged: '$t(…)' or '{{…}}' in
 * a server message is not interpreted.
 */
export const t: T = (text, values) => (text === '' ? '' : i18next.t(text, { ...values, skipInterpolation: !values }))

/** Translates a server message with its figures and names; a reason inside it is translated too. */
export const tMessage = (message: string): string => {
  const texts = i18next.getResourceBundle(i18next.language, 'translation') as Texts | undefined
  const filled = texts && !(message in texts) && findFilled(message, texts)
  if (!filled) return t(message)
  const { text, values } = filled
  if (values.reason) values.reason = tMessage(values.reason)
  return t(text, values)
}

/** Translates inside components and rerenders when the language changes. */
export const useT = (): T => {
  useTranslation()
  return t
}

export const readLanguage = (): Language => (i18next.resolvedLanguage === 'bn' || i18next.language === 'bn' ? 'bn' : 'en')

/** Starts in the stored language; `bangla` loads all catalogues, once and only if needed. */
export async function startLanguage(bangla: () => Promise<Texts[]>): Promise<void> {
  loadBangla = bangla
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    contextSeparator: '\u0000',
    pluralSeparator: '\u0000',
    interpolation: { escapeValue: false },
    resources: { en: { translation: {} } },
    initAsync: false,
  })
  if (localStorage.getItem(STORED) === 'bn') await show('bn')
}

/** Switches the language without a reload and stores it; returns whether its texts were loaded. */
export async function setLanguage(language: Language): Promise<boolean> {
  const isShown = await show(language)
  try {
    if (isShown) localStorage.setItem(STORED, language)
  } catch {
    // Storage is full: the language lasts as long as the page.
  }
  return isShown
}

async function show(language: Language): Promise<boolean> {
  if (language === 'bn' && !i18next.hasResourceBundle('bn', 'translation')) {
    const texts = await loadBangla().catch(() => null)
    if (!texts) return false
    i18next.addResourceBundle('bn', 'translation', Object.assign({}, ...texts))
  }
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  return true
}
