import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { fill, type Params } from '#contract/messages/wording.ts'
import { formatNumber } from '#contract/money.ts'
import { findFilled } from './findings.ts'

/** Each name is in its own language, as the switch shows it. */
export const languages = { en: 'English', bn: 'বাংলা' } as const
export type Language = keyof typeof languages
const LANGUAGES = Object.keys(languages) as Language[]

/** English text to translation, with `{{name}}` placeholders. A feature's Bangla is `export const texts` in its bn.ts. */
export type Texts = Record<string, string>
type Values = Readonly<Record<string, string | number>>
export type T = (text: string, values?: Values) => string

const STORED = 'language'
/** All texts of one language: those of the screens, and the messages of the server by code. */
export interface Translation {
  readonly texts: Texts
  readonly messages: Readonly<Record<string, string>>
}
/** How each language loads its texts. One without texts does not compile. */
type Translations = Readonly<Record<Exclude<Language, 'en'>, () => Promise<Translation>>>
let translations: Translations

/** Placeholders of numbers that are grouped; ids and pages are not. */
const COUNTS = ['count', 'total', 'of', 'rows', 'sealed', 'late', 'today', 'done', 'refused', 'waiting', 'failed', 'stock']

const grouped = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' && COUNTS.includes(name) ? formatNumber(value) : value,
    ]),
  )

/** Translates outside components; inside use `useT`, which rerenders. Unknown texts are returned unchanged: '$t(…)' or '{{…}}'
 * in a name is not interpreted. */
export const t: T = (text, values) =>
  text === '' ? '' : i18next.t(text, { ...(values && grouped(values)), skipInterpolation: !values })

/** Translates a message of the server by its code; `english` is the sentence that it sent. */
export const tCode = (code: string | undefined, params: Params | undefined, english: string): string => {
  const translated = code && (i18next.getResource(i18next.language, 'messages', code) as string | undefined)
  if (!translated) return english
  return fill(translated, { ...params, ...(params?.reason !== undefined && { reason: tFinding(String(params.reason)) }) })
}

/** Translates a sentence that the server has stored: what a check of the books or of the log found, why a delivery failed. */
export const tFinding = (sentence: string): string => {
  const texts = i18next.getResourceBundle(i18next.language, 'translation') as Texts | undefined
  const filled = texts && !(sentence in texts) && findFilled(sentence, texts)
  return filled ? t(filled.text, filled.values) : t(sentence)
}

/** Translates what a schema says of a field, with its figures, or any other text. */
export const tMessage = tFinding

/** Translates inside components and rerenders when the language changes. */
export const useT = (): T => {
  useTranslation()
  return t
}

export const readLanguage = (): Language => LANGUAGES.find((language) => language === i18next.language) ?? 'en'

/** Those that can be switched to, the next one first. */
export const otherLanguages = (): Language[] => {
  const at = LANGUAGES.indexOf(readLanguage())
  return [...LANGUAGES.slice(at + 1), ...LANGUAGES.slice(0, at)]
}

/** Starts in the stored language. Each one's texts are loaded once and only if needed. */
export async function startLanguage(loaders: Translations): Promise<void> {
  translations = loaders
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
  const stored = localStorage.getItem(STORED)
  const known = LANGUAGES.find((language) => language === stored)
  if (known) await show(known)
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
  if (language !== 'en' && !i18next.hasResourceBundle(language, 'translation')) {
    const translation = await translations[language]().catch(() => null)
    if (!translation) return false
    i18next.addResourceBundle(language, 'messages', translation.messages)
    i18next.addResourceBundle(language, 'translation', translation.texts)
  }
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  return true
}
