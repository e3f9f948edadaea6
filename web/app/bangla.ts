import type { Texts } from '../kit/text/i18n.ts'

/** A catalogue beside each feature; together they are the language, and one file, since whoever reads one of them reads all. */
export const catalogues = Object.values(import.meta.glob<Texts>('../**/bn.ts', { eager: true, import: 'texts' }))
